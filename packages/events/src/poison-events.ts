import type { Poison } from '@svc/broker';
import type { Events } from './log.js';

/**
 * What consumers of events do with a poison message: its event is in the store, and the sweeper would bring its like again and again, so it is
 * kept from that for longer each time.
 */
export function createPoisonListener(events: Pick<Events, 'setAside'>): (poison: Poison) => Promise<void> {
  return async ({ body }) => {
    const eventId = (body as { event_id?: unknown } | null | undefined)?.event_id;
    if (typeof eventId === 'string') await events.setAside(eventId);
  };
}
