import { untilDone } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import { isDataRefused } from '@svc/store';
import type { HubStore } from './ports.js';

export interface ReceiptContext {
  store: Pick<HubStore, 'channels'>;
  logger: Logger;
  hasStopped: () => boolean;
}

/**
 * Records that an agent has received an event, and tries again for as long as the database cannot be reached, because only this process
 * knows of the receipt. If the hub stops first, or the database refuses the receipt for good, the event is repeated under its id.
 *
 * @returns whether it is recorded. Never rejects.
 */
export function recordReceipt(
  eventId: string,
  { store, logger, hasStopped }: ReceiptContext,
): Promise<boolean> {
  const goesOn = (error: unknown): boolean => {
    if (hasStopped() || isDataRefused(error)) return false;
    logger.warn({ err: error, event_id: eventId }, 'could not record a receipt, trying again');
    return true;
  };
  return untilDone(() => store.channels.websocket.receive(eventId), { goesOn }).then(
    () => true,
    () => false,
  );
}
