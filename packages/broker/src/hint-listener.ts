import { CLIENT_EVENTS, validateClientHint } from '@svc/proto-events';
import type { ClientHint } from '@svc/proto-events';
import type { Counts } from './counts.js';
import type { BrokerLogger } from './options.js';
import { parse } from './verdicts.js';

/** Hands valid hints to `handler`. A bad hint, or a handler that fails, costs a line in the log, and a bad one is counted. */
export function hintListener(
  handler: (hint: ClientHint) => void | Promise<void>,
  { logger, counts }: { logger: BrokerLogger; counts: Pick<Counts, 'poison'> },
): (text: string) => void {
  const listen = async (text: string) => {
    const hint = parse(text);
    if (!validateClientHint(hint)) {
      counts.poison(CLIENT_EVENTS, 'unreadable');
      throw new TypeError('Not a client hint');
    }
    await handler(hint);
  };
  return (text) => void listen(text).catch((error: unknown) => logger.warn({ err: error }, 'Hint failed'));
}
