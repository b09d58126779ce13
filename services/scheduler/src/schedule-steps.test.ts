import { createLogger } from '@svc/runtime';
import type { ScheduleClaim, ScheduledRun } from '@svc/store';
import { Registry } from 'prom-client';
import { scheduleSteps } from './schedule-steps.js';
import { runAll } from './steps.suite.js';

let runs = 0;
function dueRun(): ScheduledRun {
  runs += 1;
  const ids = { agentId: 'agt_1', userId: 'usr_1' };
  const event = {
    ...{ ...ids, eventId: `evt_${runs}`, seq: runs, pushNo: runs, type: 'task_due' as const },
    ...{ frame: '{}', slot: null, isReachable: true, createdAt: new Date(0) },
  };
  return { ...ids, taskId: `tsk_${runs}`, runId: `run_${runs}`, lateMs: 20, event };
}

const claimOf = (claimed: ScheduledRun[], tasks = claimed.length): ScheduleClaim => ({
  ...{ tasks, runs: claimed, repeated: [], unschedulable: [] },
});

/** A step that is given one claim after another, and then nothing. */
function stepOver(claims: ScheduleClaim[], { nextDueInMs = null as number | null, recomputing = 1 } = {}) {
  const told: string[] = [];
  const recomputed: string[] = [];
  const metrics = new Registry();
  const step = scheduleSteps({
    store: {
      scheduleClaims: {
        claim: async () => claims.shift() ?? claimOf([]),
        nextDueInMs: async () => nextDueInMs,
        recompute: async (after) =>
          recomputed.push(after) < recomputing ? `tsk_${recomputed.length}` : null,
      },
    },
    announcer: { announce: ({ eventId }) => void told.push(eventId) },
    hints: { runChanged: ({ runId }) => void told.push(String(runId)) },
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics,
  });
  return { step, told, recomputed, metrics };
}

const signal = new AbortController().signal;

describe('due tasks', () => {
  it.each([
    [120, 120],
    [0, 1],
    [40_000, 500],
    [null, 500],
  ])(
    'are looked for again when the next is due, in %p ms, and twice a second',
    async (nextDueInMs, pauseMs) => {
      expect(await stepOver([], { nextDueInMs }).step.run(signal)).toBe(pauseMs);
    },
  );

  it('that are not due yet are computed anew after the start, in steps between claims', async () => {
    const { step, recomputed } = stepOver([], { recomputing: 2 });
    expect([await step.run(signal), await step.run(signal), await step.run(signal)]).toEqual([0, 500, 500]);
    expect(recomputed).toEqual(['', 'tsk_1']);
  });

  it('are claimed at once for as long as a claim is full', async () => {
    const full = Array.from({ length: 500 }, dueRun);
    const { step, told } = stepOver([claimOf(full), claimOf(full), claimOf([dueRun()])]);
    await runAll(step);
    expect(told.filter((id) => id.startsWith('evt_'))).toHaveLength(1_001);
  });

  it('are announced, what an earlier occurrence left first, and counted', async () => {
    const [earlier, run] = [dueRun(), dueRun()];
    const { step, told, metrics } = stepOver([{ ...claimOf([run], 3), repeated: [earlier] }]);
    await runAll(step);
    expect(told).toEqual([earlier, run].flatMap(({ runId, event }) => [runId, event.eventId]));
    const text = await metrics.metrics();
    for (const outcome of ['run', 'repeated', 'still_pending'])
      expect(text).toContain(`schedule_tasks_claimed_total{outcome="${outcome}"} 1`);
    expect(text).toContain('schedule_late_seconds_bucket{le="0.05"} 1');
  });
});
