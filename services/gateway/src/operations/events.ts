import { carryEvent } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { PAGE_SIZE, ServiceError } from '@svc/domain';
import type { EventState, EventType } from '@svc/domain';
import type { Publishing } from '@svc/publishing';
import type { Store } from '@svc/store';
import type { Hints } from '@svc/publishing';
import type { SessionUser } from '../user-sessions.js';
import { eventView } from '../views/event-view.js';

export interface EventsDependencies {
  store: Pick<Store, 'events' | 'eventLog'>;
  broker: Broker;
  publishing: Publishing;
  hints: Hints;
}

export interface EventLogQuery {
  state?: EventState;
  type?: EventType;
  limit?: number;
  cursor?: string;
}

/** What a user does with the events of an agent. */
export function events(deps: EventsDependencies) {
  return {
    async list(user: SessionUser, agentId: string, query: EventLogQuery) {
      const found = await deps.store.eventLog.list({
        agentId,
        ownerId: user.userId,
        state: query.state,
        type: query.type,
        limit: query.limit ?? PAGE_SIZE.default,
        cursor: query.cursor,
      });
      if (found === null) throw new ServiceError('not_found');
      return found.map(eventView);
    },

    /** Starts a new round of attempts under the same event id. */
    async redeliver(user: SessionUser, eventId: string) {
      const restarted = await deps.store.events.restart(eventId, user.userId);
      if (restarted === null) throw new ServiceError('not_found');
      const { slot, ...event } = restarted;
      deps.publishing.start(() => carryEvent(deps.broker, event, slot), { event_id: eventId });
      deps.hints.eventChanged(eventId, event.agentId, user.userId);
      return { event_id: eventId, state: 'pending' as const };
    },
  };
}
