import { untilDone } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import { isDataRefused } from '@svc/store';
import type { HubStore } from './ports.js';

/** What became of a receipt. `stopped`: the hub stops before the database took it. `refused`: the database never takes its data. */
export type ReceiptEnd = 'recorded' | 'stopped' | 'refused';

export interface ReceiptContext {
  store: Pick<HubStore, 'events'>;
  logger: Logger;
  hasStopped(): boolean;
}

/**
 * Records that an agent has received an event, and tries again for as long as the database cannot be reached, because only this process
 * knows of the receipt. If the hub stops first, or the database refuses the receipt for good, the event is repeated under its id.
 *
 * @param ended is told whether it is recorded.
 */
export function recordReceipt(
  eventId: string,
  context: ReceiptContext,
  ended: (end: ReceiptEnd) => void,
): void {
  const first = context.store.events.markDelivered(eventId, 'websocket');
  // Almost every receipt is recorded at once, and a hub has thousands of them under way.
  void first.then(
    () => ended('recorded'),
    () => void recordAfterAll(eventId, first, context).then(ended),
  );
}

async function recordAfterAll(
  eventId: string,
  failed: Promise<void>,
  context: ReceiptContext,
): Promise<ReceiptEnd> {
  const { store, logger } = context;
  let tries = 0;
  const goesOn = (error: unknown): boolean => {
    if (context.hasStopped() || isDataRefused(error)) return false;
    logger.warn({ err: error, event_id: eventId }, 'could not record a receipt, trying again');
    return true;
  };
  try {
    await untilDone(() => (tries++ === 0 ? failed : store.events.markDelivered(eventId, 'websocket')), {
      goesOn,
    });
    return 'recorded';
  } catch (error) {
    if (!isDataRefused(error)) return 'stopped';
    logger.error({ err: error, event_id: eventId }, 'the database refuses a receipt');
    return 'refused';
  }
}
