import type { RequestResult } from '@svc/runtime';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

export type DispatcherMetrics = ReturnType<typeof registerDispatcherMetrics>;

/** @param read is asked when the metrics are. */
export function registerDispatcherMetrics(
  registry: Registry,
  read: { attemptsUnderWay: () => number; openBreakers: () => Promise<number> },
) {
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
  new Gauge({
    name: 'webhook_attempts_under_way',
    help: 'Webhook attempts under way',
    ...register,
    collect() {
      this.set(read.attemptsUnderWay());
    },
  });
  new Gauge({
    name: 'webhook_breakers_open',
    help: 'Agents whose webhook deliveries are held back, in the whole installation',
    ...register,
    async collect() {
      this.set(await read.openBreakers().catch(() => Number.NaN));
    },
  });
  return {
    attemptEnded(outcome: RequestResult['outcome'], durationMs: number): void {
      attempts.inc({ outcome: outcome === 'aborted' ? 'unknown' : outcome });
      durations.observe(durationMs / 1_000);
    },
  };
}
