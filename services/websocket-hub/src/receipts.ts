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
 * @param ended is told whether it is recorded.
 */
export function recordReceipt(
  eventId: string,
  { store, logger, hasStopped }: ReceiptContext,
  ended: (isRecorded: boolean) => void,
): void {
  const { websocket } = store.channels;
  const first = websocket.receive(eventId);
  let tries = 0;
  const goesOn = (error: unknown): boolean => {
    if (hasStopped() || isDataRefused(error)) return false;
    logger.warn({ err: error, event_id: eventId }, 'could not record a receipt, trying again');
    return true;
  };
  const again = (): Promise<void> =>
    untilDone(() => (tries++ === 0 ? first : websocket.receive(eventId)), { goesOn });
  // Almost every receipt is recorded at once, and a hub has thousands of them under way.
  void first.then(
    () => ended(true),
    () =>
      void again().then(
        () => ended(true),
        () => ended(false),
      ),
  );
}
