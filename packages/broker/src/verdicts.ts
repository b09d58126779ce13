import { fieldErrorsOf } from '@svc/proto-events';
import type { QueueDescriptor } from '@svc/proto-events';
import { saysBrokerIsAway } from './broker.js';
import type { Handler, Outcome, PoisonReason } from './broker.js';
import type { Counts } from './counts.js';
import type { Evidence } from './evidence.js';
import { retryPause } from './options.js';
import type { BrokerLogger } from './options.js';

/**
 * A message is poison when its handling has failed this often, and each time others of its queue had succeeded since it failed before. This is far
 * below the limit of deliveries at which RabbitMQ itself takes a message away, because that limit also counts lost connections.
 */
export const POISON_FAILURES = 5;

/**
 * A message that waits is published again after it was held for so long, in milliseconds. RabbitMQ closes the channel of a consumer that keeps a message
 * for 30 minutes, and counts that against the message.
 */
const HELD_MS_MAX = 300_000;

/** A message that waits and was delivered this often is published again, which resets RabbitMQ's count. */
const DELIVERIES_MAX = 10;

const DETAIL_LENGTH_MAX = 300;

/** What a message that goes round is marked with. */
export interface Marks {
  /** Failures that count. */
  failures: number;
  /** Times that it was handled without success. */
  tries: number;
  /** What was known where it failed ({@link Evidence}). */
  evidence: string;
}

/** A message that its consumer holds. */
export interface Held extends Marks {
  readonly text: string;
  /** Whether the broker has handed it out before. */
  readonly redelivered: boolean;
  /** Times that the broker has handed it out since it was published, this one included. */
  readonly deliveries: number;
  readonly sinceMs: number;
  /** Successes of its queue when it was last looked at. */
  successes: number;
}

/**
 * What to do with a message. `again`: the consumer keeps it and handles it again after the pause. `back`: it goes to the end of its queue
 * after the pause, or to a queue where it waits without being held.
 */
export type Verdict =
  | { then: 'ack' | 'reject' }
  | { then: 'again'; pauseMs: number; body: unknown }
  | { then: 'back'; pauseMs: number; marks: Marks; body: unknown }
  | { then: 'dead'; reason: PoisonReason; detail: string; failures: number; body: unknown };

const ACK: Verdict = { then: 'ack' };
const REJECT: Verdict = { then: 'reject' };

export interface VerdictsOptions<Body> {
  queue: QueueDescriptor<Body>;
  handler: Handler<Body>;
  logger: BrokerLogger;
  counts: Counts;
  evidence: Evidence;
  retryPauseMs: { min: number; max: number };
}

/**
 * Tells poison from backpressure, for one consumer.
 *
 * A message that cannot be read is poison at once. A message whose handler says `wait` is held while nothing else succeeds, so that the consumer takes no
 * more than its prefetch. When others succeed, it makes room for them. If a message fails, the reason may lie elsewhere, so a
 * failure counts only if other messages succeeded in this process since it last failed here. The message carries all that is known of it.
 */
export class Verdicts<Body> {
  readonly #options: VerdictsOptions<Body>;

  constructor(options: VerdictsOptions<Body>) {
    this.#options = options;
  }

  hold(message: { marks: Marks; text: string; redelivered: boolean; deliveries: number }): Held {
    const { marks, text, redelivered, deliveries } = message;
    const { failures, tries, evidence } = marks;
    const { successes } = this.#options.evidence;
    // Written out, because a hub holds thousands of these at once: copying properties in general costs several times as much.
    return {
      failures,
      tries,
      evidence,
      text,
      redelivered,
      deliveries,
      sinceMs: performance.now(),
      successes,
    };
  }

  async over(held: Held): Promise<Verdict> {
    const { queue, counts } = this.#options;
    const body = parse(held.text);
    if (!queue.validate(body)) {
      const detail = shortened(JSON.stringify(fieldErrorsOf(queue.validate)));
      return { then: 'dead', reason: 'unreadable', detail, failures: held.failures, body };
    }
    counts.consumed();
    let outcome: Outcome;
    let failure: unknown;
    try {
      outcome = await this.#options.handler({ body, redelivered: held.redelivered || held.tries > 0 });
    } catch (error) {
      failure = error;
      outcome = this.outcomeOf(error);
    }
    switch (outcome) {
      case 'ack':
        this.#options.evidence.succeeded();
        return ACK;
      case 'reject':
        return REJECT;
      case 'wait':
        return this.waiting(held, body);
      case 'fail':
        return this.failing(held, body, failure);
    }
  }

  private outcomeOf(error: unknown): Outcome {
    const isAway = saysBrokerIsAway(error);
    const { logger, queue } = this.#options;
    if (isAway) logger.warn({ queue: queue.name, err: error }, 'A message waits for the broker');
    else logger.error({ queue: queue.name, err: error }, 'Handler failed; the message comes again');
    return isAway ? 'wait' : 'fail';
  }

  private waiting(held: Held, body: Body): Verdict {
    held.tries += 1;
    const { evidence, retryPauseMs } = this.#options;
    const pauseMs = retryPause(retryPauseMs, held.tries);
    const othersSucceed = evidence.successes > held.successes;
    held.successes = evidence.successes;
    const isHeldLong = performance.now() - held.sinceMs >= HELD_MS_MAX;
    if (!othersSucceed && !isHeldLong && held.deliveries < DELIVERIES_MAX)
      return { then: 'again', pauseMs, body };
    const { failures, tries, evidence: written } = held;
    return { then: 'back', pauseMs, marks: { failures, tries, evidence: written }, body };
  }

  private failing(held: Held, body: Body, error: unknown): Verdict {
    const { othersSucceeded, written } = this.#options.evidence.failed(held.evidence);
    const failures = held.failures + (othersSucceeded ? 1 : 0);
    if (failures >= POISON_FAILURES)
      return { then: 'dead', reason: 'failed', detail: nameOf(error), failures, body };
    const tries = held.tries + 1;
    const pauseMs = retryPause(this.#options.retryPauseMs, tries);
    return { then: 'back', pauseMs, marks: { failures, tries, evidence: written }, body };
  }
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The kind of an error. Its message may repeat what it was told, and is for the log alone. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The handler gave it up';
  const code = (error as { code?: unknown }).code;
  return shortened(typeof code === 'string' ? `${error.name} ${code}` : error.name);
}

function shortened(text: string | undefined): string {
  return (text ?? '').slice(0, DETAIL_LENGTH_MAX);
}
