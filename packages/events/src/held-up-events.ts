import type { Broker, HeldUp } from '@svc/broker';
import type { Attempts } from './channels/webhook.js';

/**
 * What consumers of events do with a message that is held up: they keep the sweeper from its event. Otherwise the sweeper would publish a copy every few
 * seconds, and each copy would be held up as well. If the message is lost, the sweeper takes the event up a minute later. While the broker is away, the
 * event is left as it is for the hubs and dispatchers that read the store.
 */
export function createHeldUpListener({
  attempts,
  broker,
}: {
  attempts: Pick<Attempts, 'putOff'>;
  broker: Pick<Broker, 'isReady'>;
}): (heldUp: HeldUp) => Promise<void> {
  return async ({ body }) => {
    const eventId = (body as { event_id?: unknown } | null | undefined)?.event_id;
    if (typeof eventId === 'string' && broker.isReady()) await attempts.putOff(eventId);
  };
}
