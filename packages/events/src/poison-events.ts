import type { Poison } from '@svc/broker';
import { tellOfEvent } from './announcing/event-hints.js';
import type { Hints } from './announcing/hints.js';
import type { Events } from './log.js';

/**
 * What consumers of events do with a poison message: its event is in the store, and the sweeper would publish it again and again. So they keep the sweeper
 * from the event, for longer each time. If the event is given up, its owner is told.
 */
export function createPoisonListener(
  events: Pick<Events, 'setAside'>,
  hints: Pick<Hints, 'eventChanged' | 'runChanged'>,
): (poison: Poison) => Promise<void> {
  return async ({ body }) => {
    const eventId = (body as { event_id?: unknown } | null | undefined)?.event_id;
    if (typeof eventId !== 'string') return;
    const givenUp = await events.setAside(eventId);
    if (givenUp !== null) tellOfEvent(hints, givenUp);
  };
}
