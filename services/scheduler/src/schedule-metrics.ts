import type { ScheduleClaim } from '@svc/store';
import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

const LATE_SECONDS_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Counts the results of claims. */
export function createScheduleMetrics(metrics: Registry): (claim: ScheduleClaim) => void {
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
  return (claim) => {
    tasks.inc({ outcome: 'run' }, claim.runs.length);
    tasks.inc({ outcome: 'repeated' }, claim.repeated.length);
    tasks.inc({ outcome: 'still_pending' }, claim.tasks - claim.runs.length - claim.repeated.length);
    for (const run of claim.runs) late.observe(run.lateMs / 1_000);
  };
}
