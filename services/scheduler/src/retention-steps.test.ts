import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import type { RetentionDays } from '@svc/runtime';
import type { Retention, RetentionKind, RetentionStep } from '@svc/store';
import { Registry } from 'prom-client';
import { createRetentionSteps } from './retention-steps.js';

const KEEPS_ALL: RetentionDays = {
  ...{ events: 0, attempts: 0, runs: 0, messages: 0, media: 0 },
  ...{ audit: 0, auditAddresses: 0 },
};

/** The pause between two passes; the others are between steps. */
const PASS_INTERVAL_MS = 300_000;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** A step that has removed so many rows and, where `id` says so, goes on behind it. */
function done(removed: RetentionStep['removed'], id?: string, overdueSeconds = 0): RetentionStep {
  const next = id === undefined ? null : { time: new Date(1_000), id, overdueSeconds };
  return { removed, blockedSeconds: 0, next };
}

/** Runs one pass over these steps of each kind; a step that is an error fails. Each takes 40 ms by the clock. */
async function passOver(days: Partial<RetentionDays>, steps: Partial<Record<RetentionKind, unknown[]>>) {
  const asked: string[] = [];
  const pauses: number[] = [];
  const lines: string[] = [];
  const metrics = new Registry();
  let nowMs = 0;
  let onOver = () => {};
  const over = new Promise<void>((resolve) => (onOver = resolve));
  const step: Retention['step'] = async ({ kind, days: kept, after }) => {
    asked.push(`${kind} ${kept} ${after?.id ?? '-'}`);
    nowMs += 40;
    const next = steps[kind]?.shift() ?? done({});
    if (next instanceof Error) throw next;
    return next as RetentionStep;
  };
  const loop = createRetentionSteps({
    store: { retention: { step } },
    days: { ...KEEPS_ALL, ...days },
    logger: createLogger({
      service: 'test',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    }),
    metrics,
    monotonicMs: () => nowMs,
    async sleep(durationMs, signal) {
      if (durationMs !== PASS_INTERVAL_MS) return void pauses.push(durationMs);
      onOver();
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    },
  });
  await loop.start();
  stops.push(() => loop.stop());
  await over;
  const figures = async (name: string) =>
    Object.fromEntries(
      (await metrics.getSingleMetric(name)!.get()).values.map(({ labels, value }) => [
        String(labels['kind']),
        value,
      ]),
    );
  return {
    ...{ asked, pauses, lines },
    removed: await figures('retention_rows_removed_total'),
    overdue: await figures('retention_overdue_seconds'),
  };
}

describe('the steps of retention', () => {
  it('remove nothing by themselves', async () => {
    expect((await passOver({}, {})).asked).toEqual([]);
  });

  it('take the kinds in turn, go on where the last step ended, and rest twice as long as a step took', async () => {
    const pass = await passOver(
      { events: 30, messages: 7 },
      {
        event: [done({ event: 500, attempt: 3 }, 'a'), done({ event: 500 }, 'b'), done({ event: 2 })],
        message: [done({ message: 1 })],
      },
    );
    expect(pass.asked).toEqual([
      ...['event 30 -', 'message 7 -', 'conversation 7 -'],
      ...['event 30 a', 'event 30 b'],
    ]);
    expect(pass.pauses).toEqual([80, 80]);
    expect(pass.removed).toEqual({ event: 1_002, attempt: 3, message: 1 });
    expect(pass.lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'info', days: { event: 30, message: 7, conversation: 7 } },
      { removed: { event: 1_002, attempt: 3, message: 1 } },
    ]);
  });

  it('of a kind that fails are left until the next pass, and the others go on', async () => {
    const away = new Error('cannot execute DELETE in a read-only transaction');
    const pass = await passOver(
      { events: 1, runs: 1 },
      { event: [away], run: [done({ run: 500 }, 'a'), done({ run: 1 })] },
    );
    expect(pass.asked).toEqual(['event 1 -', 'run 1 -', 'run 1 a']);
    expect(pass.removed).toEqual({ run: 501 });
    expect(pass.lines.join()).toContain('a step of retention failed');
  });

  it('tell for how long what is left is overdue', async () => {
    const held = { ...done({}, 'a', 50), blockedSeconds: 900 };
    const behind = [done({ run: 500 }, 'a', 70), new Error('away')];
    const pass = await passOver(
      { events: 1, runs: 1, media: 1 },
      { event: [held, done({})], run: behind, media: [done({ media: 5 })] },
    );
    expect(pass.overdue).toEqual({ event: 900, run: 70, media: 0 });
  });
});
