import { carryEvent } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { PAGE_SIZE, ServiceError } from '@svc/domain';
import type { EventState, EventType } from '@svc/domain';
import type { Publishing } from '@svc/publishing';
import type { Store } from '@svc/store';
import type { Hints } from '@svc/publishing';
import type { SessionUser } from '@svc/sign-in';
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

/** Events that one call may send again. */
const REDELIVERIES_MAX = 500;

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
      if (!(await restart(user, eventId))) throw new ServiceError('not_found');
      return { event_id: eventId, state: 'pending' as const };
    },

    /** The same for what failed since a moment, one after the other, so that the agent gets it in order. */
    async redeliverFailed(user: SessionUser, agentId: string, since: Date) {
      const query = { agentId, ownerId: user.userId, since, limit: REDELIVERIES_MAX + 1 };
      const failed = await deps.store.eventLog.failedSince(query);
      if (failed === null) throw new ServiceError('not_found');
      let redelivered = 0;
      for (const eventId of failed.slice(0, REDELIVERIES_MAX)) {
        if (await restart(user, eventId).catch(isMeanwhileOver)) redelivered += 1;
      }
      return { redelivered, more: failed.length > REDELIVERIES_MAX };
    },
  };

  async function restart(user: SessionUser, eventId: string): Promise<boolean> {
    const restarted = await deps.store.events.restart(eventId, user.userId);
    if (restarted === null) return false;
    const { slot, ...event } = restarted;
    deps.publishing.start(() => carryEvent(deps.broker, event, slot), { event_id: eventId });
    deps.hints.eventChanged(eventId, event.agentId, user.userId);
    return true;
  }
}

/** An event whose run has ended since it was listed is left as it is. */
function isMeanwhileOver(error: unknown): false {
  if (error instanceof ServiceError && error.code === 'conflict') return false;
  throw error;
}
