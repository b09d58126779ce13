import { fieldErrorsOf } from '@svc/proto-events';
import type { QueueDescriptor } from '@svc/proto-events';
import type { Handler, Outcome } from './broker.js';
import type { BrokerLogger } from './options.js';

/** Beginning of a poison message that goes into the log, in characters; the message itself is dead-lettered whole. */
const LOGGED_LENGTH_MAX = 200;

interface Receiver<Body> {
  queue: QueueDescriptor<Body>;
  handler: Handler<Body>;
  logger: BrokerLogger;
  count: (what: 'consumed' | 'poison') => void;
}

/** What becomes of a message: as its handler says, `reject` if it is poison, `retry` if the handler throws. */
export async function decide<Body>(
  { queue, handler, logger, count }: Receiver<Body>,
  { text, redelivered }: { text: string; redelivered: boolean },
): Promise<Outcome> {
  const body = parse(text);
  if (!queue.validate(body)) {
    count('poison');
    const errors = fieldErrorsOf(queue.validate);
    const beginning = text.slice(0, LOGGED_LENGTH_MAX);
    logger.error({ queue: queue.name, errors, beginning }, 'Poison message rejected');
    return 'reject';
  }
  count('consumed');
  try {
    return await handler({ body, redelivered });
  } catch (error) {
    logger.error({ queue: queue.name, err: error }, 'Handler failed; the message comes again');
    return 'retry';
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
