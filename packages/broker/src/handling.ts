import { fieldErrorsOf } from '@svc/proto-events';
import type { QueueDescriptor } from '@svc/proto-events';
import { saysBrokerIsAway } from './broker.js';
import type { ConsumeOptions, Handler, Outcome } from './broker.js';
import { retryPause } from './options.js';
import type { BrokerLogger } from './options.js';

/** A message that cannot be handled is handed to its handler again so often, and for so long, in milliseconds. Then PostgreSQL brings its event later. */
const TRIES_MAX = 5;
const TRY_MS_MAX = 3_000;

/** What a consumer has counted since the start. */
export interface ConsumerCounts {
  /** Messages that were handed to a handler. */
  consumed: number;
  /** Messages that break the contract of their queue. */
  unreadable: number;
}

export interface Handling<Body> extends Pick<ConsumeOptions, 'onGivenUp'> {
  queue: QueueDescriptor<Body>;
  handler: Handler<Body>;
  counts: ConsumerCounts;
  logger: BrokerLogger;
  retryPauseMs: { min: number; max: number };
}

/** What the broker does with a message. `requeue`: its consumer has stopped, and the next one gets it. */
export type Disposition = 'ack' | 'reject' | 'requeue';

/**
 * Hands a message to its handler, and again after a pause where that fails. Never rejects.
 *
 * @param pause resolves after so many milliseconds, or when the consumer stops: to whether it goes on.
 */
export async function dispositionOf<Body>(
  text: string,
  pause: (pauseMs: number) => Promise<boolean>,
  { queue, handler, counts, logger, retryPauseMs, onGivenUp }: Handling<Body>,
): Promise<Disposition> {
  const body = parse(text);
  if (!queue.validate(body)) {
    counts.unreadable += 1;
    const fields = {
      queue: queue.name,
      errors: fieldErrorsOf(queue.validate),
      bytes: Buffer.byteLength(text),
    };
    logger.error(fields, 'A message cannot be read');
    return 'reject';
  }
  counts.consumed += 1;
  const startedMs = performance.now();
  for (let tries = 1; ; tries += 1) {
    const { outcome, error } = await tryOnce(handler, body);
    if (outcome === 'ack' || outcome === 'reject') return outcome;
    const fields = { queue: queue.name, outcome, tries, err: error };
    if (tries >= TRIES_MAX || performance.now() - startedMs >= TRY_MS_MAX) {
      logger.warn(fields, 'A message is given up; its event comes again by way of the database');
      if (outcome === 'fail')
        await onGivenUp?.(body).catch((err: unknown) => logger.warn({ err }, 'Nobody was told'));
      return 'ack';
    }
    if (!(await pause(retryPause(retryPauseMs, tries)))) return 'requeue';
  }
}

async function tryOnce<Body>(
  handler: Handler<Body>,
  body: Body,
): Promise<{ outcome: Outcome; error?: unknown }> {
  try {
    return { outcome: await handler({ body }) };
  } catch (error) {
    return { outcome: saysBrokerIsAway(error) ? 'wait' : 'fail', error };
  }
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
