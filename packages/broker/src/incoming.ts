import { fieldErrorsOf, validateClientHint } from '@svc/proto-events';
import type { ClientHint, QueueDescriptor } from '@svc/proto-events';
import type { BrokerLogger, Handler, Outcome } from './broker.js';

/** What was taken since the start. */
export interface IncomingCounts {
  /** Messages that were handed to a handler. */
  consumed: number;
  /** Messages and hints that break their contract. */
  unreadable: number;
}

interface Incoming {
  logger: BrokerLogger;
  counts: IncomingCounts;
}

export interface Handling<Body> extends Incoming {
  queue: QueueDescriptor<Body>;
  handler: Handler<Body>;
}

/** Hands a message to its handler. Never throws. */
export function outcomeOf<Body>(text: string, { queue, handler, counts, logger }: Handling<Body>): Outcome {
  const body = parse(text);
  if (!queue.validate(body)) {
    counts.unreadable += 1;
    const errors = fieldErrorsOf(queue.validate);
    logger.error({ queue: queue.name, errors, bytes: Buffer.byteLength(text) }, 'A message cannot be read');
    return 'reject';
  }
  counts.consumed += 1;
  try {
    return handler(body);
  } catch (error) {
    logger.error({ queue: queue.name, err: error }, 'A message could not be handled');
    return 'ack';
  }
}

/** Hands valid hints to `handler`. A bad hint, or a handler that fails, costs a line in the log. */
export function hintListener(
  handler: (hint: ClientHint) => void | Promise<void>,
  { logger, counts }: Incoming,
): (text: string) => void {
  const listen = async (text: string) => {
    const hint = parse(text);
    if (!validateClientHint(hint)) {
      counts.unreadable += 1;
      throw new TypeError('Not a client hint');
    }
    await handler(hint);
  };
  return (text) => void listen(text).catch((error: unknown) => logger.warn({ err: error }, 'Hint failed'));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
