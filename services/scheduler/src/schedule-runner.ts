import type { Announcer, Hints } from '@svc/events';
import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { ScheduleClaim, ScheduleClaims } from '@svc/store';
import type { Registry } from 'prom-client';
import { createScheduleMetrics } from './schedule-metrics.js';

/** How often due tasks are looked for if no later moment is known, in milliseconds. A new task may be due at once. */
const LOOK_INTERVAL_MS = 500;

/** Tasks that one claim takes. */
const CLAIM_MAX = 500;

export interface ScheduleRunnerOptions {
  store: { scheduleClaims: ScheduleClaims };
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'runChanged'>;
  logger: Logger;
  metrics: Registry;
  sleep: Sleep;
}

/** Starts the runs of due tasks in time. When it starts it computes those that are not due yet anew. Any number of runners may run, since only one of them gets a claim. */
export function createScheduleRunner(options: ScheduleRunnerOptions): Loop {
  const { store, announcer, hints, logger, metrics, sleep } = options;
  const measure = createScheduleMetrics(metrics);
  let pauseMs = LOOK_INTERVAL_MS;
  let recomputedUpTo: string | null = '';

  return new Loop({
    name: 'schedule-runner',
    intervalMs: LOOK_INTERVAL_MS,
    turn: runDue,
    logger,
    sleep: (_intervalMs, signal) => sleep(pauseMs, signal),
  });

  /** Claims again at once as long as there is more, and then rests until the next task is due. */
  async function runDue(signal: AbortSignal): Promise<void> {
    pauseMs = LOOK_INTERVAL_MS;
    await claimAll(signal);
    if (recomputedUpTo !== null) recomputedUpTo = await store.scheduleClaims.recompute(recomputedUpTo);
    const nextDueInMs = recomputedUpTo === null ? await store.scheduleClaims.nextDueInMs() : 0;
    pauseMs = Math.min(LOOK_INTERVAL_MS, Math.max(1, nextDueInMs ?? Infinity));
  }

  /** In order per agent, as claimed. */
  async function claimAll(signal: AbortSignal): Promise<void> {
    for (let more = true; more && !signal.aborted;) {
      const claim = await store.scheduleClaims.claim(CLAIM_MAX);
      note(claim);
      for (const { event } of [...claim.repeated, ...claim.runs]) announcer.announce(event);
      more = claim.tasks === CLAIM_MAX;
    }
  }

  function note(claim: ScheduleClaim): void {
    measure(claim);
    for (const { agentId, userId, taskId, runId } of [...claim.runs, ...claim.repeated]) {
      hints.runChanged({ agentId, userId, taskId, runId });
    }
    for (const { taskId, error } of claim.unschedulable) {
      logger.error({ err: error, task_id: taskId }, 'a task was disabled: its schedule cannot be computed');
    }
  }
}
