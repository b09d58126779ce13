import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import type { NewestStep } from '@svc/store';
import { Registry } from 'prom-client';
import { createSearchEntries } from './search-entries.js';
import { firstTurnOf } from './turn.suite.js';

const logger = createLogger({ service: 'test', level: 'silent' });
const moment = (seconds: number): Date => new Date(seconds * 1_000);

/** One turn of the loop that writes what is newest, over these steps. */
async function turnOver(steps: NewestStep[], changes: boolean[] = []) {
  const asked: (Date | null)[] = [];
  let changesAsked = 0;
  const metrics = new Registry();
  const searchIndex = {
    async newest(since: Date | null) {
      asked.push(since);
      return steps.shift() ?? null;
    },
    async changes() {
      changesAsked += 1;
      return changes.shift() ?? false;
    },
    pass: async () => ({ written: 0, isOver: true }),
  };
  await firstTurnOf((sleep) => createSearchEntries({ store: { searchIndex }, logger, metrics, sleep })[0]);
  const [counter] = await metrics.getMetricsAsJSON();
  return { asked, changesAsked, written: counter?.values[0]?.value };
}

describe('search entries', () => {
  it('are written in steps for as long as there is more, each from where the last one ended', async () => {
    const { asked, written } = await turnOver([
      { written: 400, since: moment(1), isMoving: true, isLeft: true },
      { written: 30, since: moment(2), isMoving: false, isLeft: false },
    ]);
    expect(asked).toEqual([null, moment(1)]);
    expect(written).toBe(430);
  });

  it('leave the rest of a flood to the next turn, so that changed tasks have theirs', async () => {
    const flood = Array.from({ length: 50 }, () => ({
      ...{ written: 1, since: moment(1), isMoving: true, isLeft: true },
    }));
    const { asked, changesAsked } = await turnOver(flood, [true, true]);
    expect(asked).toHaveLength(20);
    expect(changesAsked).toBe(3);
  });

  it('are left to another process that writes them at this moment', async () => {
    const { asked, changesAsked } = await turnOver([null]);
    expect([asked.length, changesAsked]).toEqual([1, 1]);
  });
});
