import type { Logger } from '@svc/runtime';
import type { HubStore } from './ports.js';

const RETRY_DELAY_MS_MAX = 2_000;

/**
 * Records that an agent has received an event, and tries again for as long as the database cannot be reached: the receipt is known only here.
 * Should the hub stop first, the event is repeated under its id.
 *
 * @returns whether it is recorded.
 */
export async function recordReceipt(
  eventId: string,
  context: { store: Pick<HubStore, 'events'>; logger: Logger; hasStopped(): boolean },
): Promise<boolean> {
  for (let delayMs = 100; ; delayMs = Math.min(delayMs * 2, RETRY_DELAY_MS_MAX)) {
    try {
      await context.store.events.markDelivered(eventId, 'websocket');
      return true;
    } catch (error) {
      if (context.hasStopped()) return false;
      context.logger.warn({ err: error, event_id: eventId }, 'could not record a receipt, trying again');
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}
