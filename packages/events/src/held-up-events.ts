import type { Broker, HeldUp } from '@svc/broker';
import type { Attempts } from './channels/webhook.js';

/**
 * What consumers of events do with a message that is held up: the sweeper is kept from its event, or it would publish a copy every few seconds,
 * each of which would be held up as well. Should the message be lost, the sweeper brings the event a minute later. While the broker is away the
 * event is left as it is, for those who read the store meanwhile.
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
