import type { Announcer, Hints, ScheduleClaim, ScheduleClaims } from '@svc/store';
import type { Logger } from '@svc/runtime';
import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Step } from './step-loop.js';

/** If no later moment is known. A new task may be due at once. */
const LOOK_INTERVAL_MS = 500;

const CLAIM_MAX = 500;

const LATE_SECONDS_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export interface ScheduleStepsOptions {
  store: { scheduleClaims: ScheduleClaims };
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'runChanged'>;
  logger: Logger;
  metrics: Registry;
}

/**
 * Starts the runs of due tasks, and after its start computes all others anew, between claims. Any number of
 * schedulers may do so, since only one of them gets a claim.
 */
export function scheduleSteps(options: ScheduleStepsOptions): Step {
  const { store, announcer, hints, logger, metrics } = options;
  const tasks = new Counter({
    name: 'schedule_tasks_claimed_total',
    help: 'Due tasks that were claimed; one whose last scheduled run is still pending gets no further run, but its event again',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const late = new Histogram({
    name: 'schedule_late_seconds',
    help: 'How long after its time an occurrence was claimed',
    buckets: LATE_SECONDS_BUCKETS,
    registers: [metrics],
  });
  let recomputedUpTo: string | null = '';

  return { name: 'schedules', intervalMs: LOOK_INTERVAL_MS, run };

  /** Rests when there is no more, until the next task is due. */
  async function run(): Promise<number> {
    const claim = await store.scheduleClaims.claim(CLAIM_MAX);
    measure(claim);
    tell(claim);
    if (claim.tasks === CLAIM_MAX) return 0;
    if (recomputedUpTo !== null) {
      recomputedUpTo = await store.scheduleClaims.recompute(recomputedUpTo);
      if (recomputedUpTo !== null) return 0;
    }
    const dueInMs = (await store.scheduleClaims.nextDueInMs()) ?? Infinity;
    return Math.min(LOOK_INTERVAL_MS, Math.max(1, dueInMs));
  }

  function measure(claim: ScheduleClaim): void {
    tasks.inc({ outcome: 'run' }, claim.runs.length);
    tasks.inc({ outcome: 'repeated' }, claim.repeated.length);
    tasks.inc({ outcome: 'still_pending' }, claim.tasks - claim.runs.length - claim.repeated.length);
    for (const { lateMs } of claim.runs) late.observe(lateMs / 1_000);
  }

  /** In order per agent. */
  function tell(claim: ScheduleClaim): void {
    for (const { taskId, runId, event } of [...claim.repeated, ...claim.runs]) {
      hints.runChanged({ agentId: event.agentId, userId: event.userId, taskId, runId });
      announcer.announce(event);
    }
    for (const { taskId, error } of claim.unschedulable) {
      logger.error({ err: error, task_id: taskId }, 'a task was disabled: its schedule cannot be computed');
    }
  }
}
