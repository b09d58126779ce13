import { validateClientHint } from '@svc/proto-events';
import type { ClientHint } from '@svc/proto-events';
import { parse } from './handling.js';
import type { ConsumerCounts } from './handling.js';
import type { BrokerLogger } from './options.js';

/** Hands valid hints to `handler`. A bad hint, or a handler that fails, costs a line in the log, and a bad one is counted. */
export function hintListener(
  handler: (hint: ClientHint) => void | Promise<void>,
  { logger, counts }: { logger: BrokerLogger; counts: ConsumerCounts },
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
