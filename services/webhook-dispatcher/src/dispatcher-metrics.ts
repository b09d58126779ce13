import type { AttemptOutcome } from '@svc/domain';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { RouteDecision } from '@svc/events';

export interface DispatcherMetrics {
  attemptEnded(outcome: AttemptOutcome, durationMs: number): void;
  eventRouted(decision: RouteDecision['to']): void;
  /** An event stays in the store because its agent has too many attempts under way. */
  eventLeft(): void;
}

/** @param attemptsUnderWay read when the metrics are asked for. */
export function registerDispatcherMetrics(
  registry: Registry,
  attemptsUnderWay: () => number,
): DispatcherMetrics {
  const register = { registers: [registry] };
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Webhook attempts that ended, by outcome; unknown are those that were cut off when the process stopped',
    labelNames: ['outcome'],
    ...register,
  });
  const durations = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'How long webhook attempts took, from resolving the name to the end of the answer',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    ...register,
  });
  const routed = new Counter({
    name: 'fallback_events_total',
    help: 'Events that reached no hub, by where they went',
    labelNames: ['to'],
    ...register,
  });
  const left = new Counter({
    name: 'webhook_events_left_total',
    help: 'Times that an event was left in the store because its agent had too many attempts under way',
    ...register,
  });
  new Gauge({
    name: 'webhook_attempts_under_way',
    help: 'Webhook attempts under way',
    ...register,
    collect() {
      this.set(attemptsUnderWay());
    },
  });
  return {
    attemptEnded(outcome, durationMs) {
      attempts.inc({ outcome });
      durations.observe(durationMs / 1_000);
    },
    eventRouted: (to) => routed.inc({ to }),
    eventLeft: () => left.inc(),
  };
}
