import { tellOfEvent } from './announcing/event-hints.js';
import type { Hints } from './announcing/hints.js';
import type { Events } from './log.js';

/**
 * What consumers of events do with a message whose handling goes on failing: the sweeper would publish its event again and again, so it is put off, for longer
 * each time. If the event fails in the end, its owner is told.
 */
export function createGivenUpListener(
  events: Pick<Events, 'setAside'>,
  hints: Pick<Hints, 'eventChanged' | 'runChanged'>,
): (body: unknown) => Promise<void> {
  return async (body) => {
    const eventId = (body as { event_id?: unknown } | null | undefined)?.event_id;
    if (typeof eventId !== 'string') return;
    const givenUp = await events.setAside(eventId);
    if (givenUp !== null) tellOfEvent(hints, givenUp);
  };
}
