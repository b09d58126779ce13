import type { Broker } from '@svc/broker';
import { afterCommit } from '@svc/database';
import type { Events } from '../log.js';
import type { OutgoingEvent } from '../outgoing-event.js';
import { tellOfEvent } from './event-hints.js';
import type { Hints } from './hints.js';
import { publishEvent } from './publish-event.js';
import type { Publishing } from './publishing.js';

export interface AnnouncerOptions {
  broker: Pick<Broker, 'isReady' | 'publish'>;
  events: Pick<Events, 'hurry' | 'parkUnheld'>;
  hints: Pick<Hints, 'eventChanged' | 'runChanged'>;
  /** Waits for what is under way when the process stops. */
  publishing: Pick<Publishing, 'start'>;
}

/** What became of events that were sent on their way. */
export interface Announced {
  published: number;
  /** Left waiting, because no channel reaches their agents. */
  parked: number;
  /** Why others could not be published. A sweeper takes them up, and at once if this process has lost the broker. */
  errors: unknown[];
}

/**
 * Sends committed events on their way. An event that a channel may reach is published, in order per agent. An event that no channel reached when it
 * was written goes to the statement that parks at once, many events at a time. The fallback would do the same with each of them: so if 100,000 tasks are
 * due at once for agents that are away, none becomes a message. The statement checks everything again. An event that it does not take is published:
 * its agent has come, or another transaction holds the agent, or the database does not answer.
 */
export interface Announcer {
  /** Nobody waits for it. */
  announce(event: OutgoingEvent): void;
  /** Resolves when all are on their way, or cannot be. Never rejects. */
  announceAll(events: readonly OutgoingEvent[]): Promise<Announced>;
}

export function createAnnouncer({ broker, events, hints, publishing }: AnnouncerOptions): Announcer {
  // The broker keeps the order in which publishes begin, so those of events that are reachable begin at once.
  async function send(event: OutgoingEvent): Promise<'published' | 'parked'> {
    if (!event.isReachable && (await isParked(event))) return 'parked';
    try {
      await publishEvent(broker, event);
    } catch (error) {
      // This process may be the only one that has lost the broker. One that is there and refuses would not be helped by more messages.
      if (!broker.isReady()) await events.hurry(event.eventId).catch(() => undefined);
      throw error;
    }
    return 'published';
  }

  async function isParked(event: OutgoingEvent): Promise<boolean> {
    // If it fails, the event is published, and the router tries until the database takes it.
    const userId = await events.parkUnheld(event.eventId).catch(() => null);
    if (userId === null) return false;
    tellOfEvent(hints, { ...event, userId });
    return true;
  }

  return {
    announce(event) {
      const fields = { event_id: event.eventId, agent_id: event.agentId };
      afterCommit(() => publishing.start(() => send(event).then(() => undefined), fields));
    },

    async announceAll(announced) {
      const results = await Promise.allSettled(announced.map(send));
      const countOf = (end: string) =>
        results.filter((result) => result.status === 'fulfilled' && result.value === end).length;
      return {
        published: countOf('published'),
        parked: countOf('parked'),
        errors: results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])),
      };
    },
  };
}
