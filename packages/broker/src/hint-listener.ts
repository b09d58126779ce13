import { validateClientHint } from '@svc/proto-events';
import type { ClientHint } from '@svc/proto-events';
import type { BrokerLogger } from './options.js';

/** Hands valid hints to `handler`. A bad hint, or a handler that fails, costs a line in the log and nothing else. */
export function hintListener(
  handler: (hint: ClientHint) => void | Promise<void>,
  logger: BrokerLogger,
): (text: string) => void {
  const listen = async (text: string) => {
    const hint: unknown = JSON.parse(text);
    if (!validateClientHint(hint)) throw new TypeError('Not a client hint');
    await handler(hint);
  };
  return (text) => void listen(text).catch((error: unknown) => logger.warn({ err: error }, 'Hint failed'));
}
