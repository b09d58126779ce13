import { describe, expect, it } from '@jest/globals';
import type { NewestStep } from '@svc/store';
import { Registry } from 'prom-client';
import { searchEntries } from './search-entries.js';
import { runAll } from './steps.suite.js';

const moment = (seconds: number): Date => new Date(seconds * 1_000);

/** Writes what is newest, in these steps. */
async function writeNewest(steps: NewestStep[], changes: boolean[] = []) {
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
  await runAll(searchEntries({ store: { searchIndex }, metrics }).newest);
  const [counter] = await metrics.getMetricsAsJSON();
  return { asked, changesAsked, written: counter?.values[0]?.value };
}

describe('search entries', () => {
  it('are written in steps for as long as there is more, each from where the last one ended', async () => {
    const { asked, written } = await writeNewest([
      { written: 400, since: moment(1), isMoving: true, isLeft: true },
      { written: 30, since: moment(2), isMoving: false, isLeft: false },
    ]);
    expect(asked).toEqual([null, moment(1)]);
    expect(written).toBe(430);
  });

  it('and changed tasks take turns', async () => {
    const flood = Array.from({ length: 5 }, () => ({
      ...{ written: 1, since: moment(1), isMoving: true, isLeft: true },
    }));
    const { asked, changesAsked } = await writeNewest(flood, [true, false]);
    expect([asked.length, changesAsked]).toEqual([6, 6]);
  });
});
