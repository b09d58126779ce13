import { instantOf, PAGE_SIZE, ServiceError, invalidField, newId, REPLAY_RATE } from '@svc/domain';
import { frameWithLinks } from '@svc/store';
import { viewOf, writtenJson } from '@svc/http-contract';
import type { OperationHandlers } from '@svc/http-contract';
import type { ReplayRecord } from '@svc/store';
import type { ClientCaller } from '../user-guard.js';
import { assertFound, found } from './parts.js';
import type { OperationParts } from './parts.js';

/** Events that one call may send again. */
const REDELIVERIES_MAX = 500;

export function events(deps: OperationParts) {
  return {
    async listAgentEvents({ auth, params, query }) {
      const { state, type, cursor, limit = PAGE_SIZE.default } = query;
      const page = { agentId: params.agent_id, ownerId: auth.userId, state, type, cursor, limit };
      return found(await deps.store.eventLog.list(page)).map((event) => viewOf('Event', event));
    },

    /** As the agent receives it. */
    async getAgentEventFrame({
      auth: { userId: ownerId },
      params: { agent_id: agentId, event_id: eventId },
    }) {
      const frame = found(await deps.store.eventLog.frameOf({ agentId, ownerId, eventId }));
      const text = frameWithLinks(frame, deps.mediaLinks);
      return writtenJson(`{"event_id":${JSON.stringify(eventId)},"event":${text}}`);
    },

    /** Under the same event id. */
    async redeliverEvent({ auth, params: { event_id } }) {
      assertFound(await restart(auth, event_id));
      return { event_id, state: 'pending' };
    },

    /** One after the other, so that the agent gets them in order. */
    async redeliverFailedEvents({ auth, params, body }) {
      const failed = found(
        await deps.store.eventLog.failedSince({
          agentId: params.agent_id,
          ownerId: auth.userId,
          since: instantOf(body.since, 'body.since'),
          limit: REDELIVERIES_MAX + 1,
        }),
      );
      let redelivered = 0;
      for (const eventId of failed.slice(0, REDELIVERIES_MAX)) {
        if (await restart(auth, eventId).catch(isMeanwhileOver)) redelivered += 1;
      }
      return { redelivered, more: failed.length > REDELIVERIES_MAX };
    },
  } satisfies OperationHandlers<ClientCaller>;

  async function restart(user: ClientCaller, eventId: string): Promise<boolean> {
    const event = await deps.store.events.restart(eventId, user.userId, user.call);
    if (event === null) return false;
    deps.announcer.announce(event);
    deps.hints.eventChanged(eventId, event.agentId, user.userId);
    return true;
  }
}

/** The event's run has ended since the event was listed. */
function isMeanwhileOver(error: unknown): false {
  if (error instanceof ServiceError && error.code === 'conflict') return false;
  throw error;
}

/** Which events a replay is about, by when they were written. Without an end, all that have been. */
function timesOf(given: { from: string; to?: string }, location: string): { from: Date; to: Date | null } {
  const from = instantOf(given.from, `${location}.from`);
  const to = given.to === undefined ? null : instantOf(given.to, `${location}.to`);
  if (to !== null && to <= from) throw invalidField(`${location}.to`, 'must be later than `from`');
  if (to === null && from > new Date()) throw invalidField(`${location}.from`, 'must not be in the future');
  return { from, to };
}

/** A scheduler carries replays out. */
export function replays({ store, hints }: OperationParts) {
  return {
    async startReplay({ auth: { userId: ownerId, call }, params: { agent_id: agentId }, body }) {
      const started = await store.replays.start({
        ...{ replayId: newId('replay'), agentId, ownerId, call, ...timesOf(body, 'body') },
        state: body.state ?? 'failed',
        type: body.type ?? null,
        ratePerSecond: body.rate_per_second ?? REPLAY_RATE.default,
      });
      const view = replayView(found(started));
      hints.agentChanged(agentId, ownerId);
      return view;
    },

    async listReplays({ auth, params }) {
      const listed = found(await store.replays.listOf(params.agent_id, auth.userId));
      return listed.map(replayView);
    },

    async countReplay({ auth: { userId: ownerId }, params: { agent_id: agentId }, query }) {
      const { state = 'failed', type = null } = query;
      const asked = { agentId, ownerId, state, type, ...timesOf(query, 'query') };
      const counted = found(await store.replays.count(asked));
      return viewOf('ReplayCount', counted);
    },

    async getReplay({ auth, params }) {
      const replay = found(await store.replays.find(params.replay_id, auth.userId));
      return replayView(replay);
    },

    async cancelReplay({ auth: { userId: ownerId, call }, params }) {
      const cancelled = found(await store.replays.cancel({ replayId: params.replay_id, ownerId, call }));
      hints.agentChanged(cancelled.agentId, ownerId);
      return replayView(cancelled);
    },
  } satisfies OperationHandlers<ClientCaller>;
}

function replayView({ eventState: state, eventType: type, from, to, ...replay }: ReplayRecord) {
  return viewOf('Replay', { ...replay, filter: { state, type, from, to } });
}
