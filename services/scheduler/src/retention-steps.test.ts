import { createLogger } from '@svc/runtime';
import type { RetentionDays } from '@svc/runtime';
import type { RetentionKind, RetentionStep } from '@svc/store';
import { Registry } from 'prom-client';
import { retentionSteps } from './retention-steps.js';
import { runAll } from './steps.suite.js';

const CONTENTS = { events: 0, attempts: 0, runs: 0, messages: 0, media: 0 };
const KEEPS_ALL: RetentionDays = { ...CONTENTS, audit: 0, auditAddresses: 0 };

/** A step that has removed so many rows and goes on behind this second. */
function done(removed: RetentionStep['removed'], second?: number): RetentionStep {
  return second === undefined
    ? { removed, next: null, overdueSeconds: 0 }
    : { removed, next: new Date(second * 1_000), overdueSeconds: 50 };
}

/** Runs all steps of what is kept for these days. */
async function passOver(
  days: Partial<RetentionDays>,
  steps: Partial<Record<RetentionKind, RetentionStep[]>>,
) {
  const asked: string[] = [];
  const metrics = new Registry();
  const kept = { ...KEEPS_ALL, ...days };
  const list = retentionSteps({
    store: {
      retention: {
        async step({ kind, days: its, after }) {
          asked.push(`${kind} ${its} ${after == null ? '-' : after.getTime() / 1_000}`);
          return steps[kind]?.shift() ?? done({});
        },
      },
    },
    days: kept,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics,
  });
  for (const step of list) await runAll(step);
  const figures = async (name: string) => {
    const { values } = await metrics.getSingleMetric(name)!.get();
    return Object.fromEntries(values.map(({ labels, value }) => [String(labels['kind']), value]));
  };
  const again = () => list.at(-1)!.run(new AbortController().signal);
  return { asked, again, figures };
}

describe('the steps of retention', () => {
  it('go on where the last one ended, and begin anew when a pass is over', async () => {
    const steps = {
      event: [done({ event: 500, attempt: 3 }, 1), done({ event: 500 }, 2), done({ event: 2 })],
      conversation: [done({ conversation: 500 }, 1), done({})],
    };
    const { asked, again, figures } = await passOver({ messages: 7, events: 30 }, steps);
    expect(asked).toEqual([
      ...['event 30 -', 'event 30 1', 'event 30 2'],
      ...['message 7 -', 'conversation 7 -', 'conversation 7 1'],
    ]);
    await again();
    expect(asked.at(-1)).toBe('conversation 7 -');
    const removed = { event: 1_002, attempt: 3, conversation: 500 };
    expect(await figures('retention_rows_removed_total')).toEqual(removed);
    expect(await figures('retention_overdue_seconds')).toEqual({ event: 0, message: 0, conversation: 0 });
  });
});
