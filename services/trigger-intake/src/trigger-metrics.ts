import type { SenderRefusal } from '@svc/domain';
import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/** Answers are counted by their text, never by the trigger, whose id is a credential. */
export function createTriggerMetrics(registry: Registry) {
  const answers = new Counter({
    name: 'trigger_answers_total',
    help: 'Calls of trigger URLs, by what they were answered',
    labelNames: ['answer'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'trigger_answer_duration_seconds',
    help: 'Time from the arrival of a call to its answer',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'trigger_senders_refused_total',
    help: 'Calls of trigger URLs that did not prove their sender, by what was wrong',
    labelNames: ['reason'],
    registers: [registry],
  });
  return {
    /** A call that did not prove its sender. */
    refused: (reason: SenderRefusal): void => refusals.inc({ reason }),
    /** @param answer the answer's `status`, or the error's code. */
    observe(answer: string, durationMs: number): void {
      answers.inc({ answer });
      durations.observe(durationMs / 1_000);
    },
  };
}

export type TriggerMetrics = ReturnType<typeof createTriggerMetrics>;
