import { instantOf, invalidField, newId, REPLAY_RATE } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { ReplayRecord } from '@svc/store';
import type { ClientCaller } from '../user-guard.js';
import { found } from './found.js';
import type { OperationParts } from './parts.js';

const NOT_LATER = 'must be later than `from`';

/** Operations of a user on replays of events. A scheduler carries them out. */
export function replays({ store, hints }: OperationParts) {
  return {
    async startReplay({ auth: { userId: ownerId, call }, params: { agent_id: agentId }, body }) {
      const from = instantOf(body.from, 'body.from');
      const to = body.to === undefined ? null : instantOf(body.to, 'body.to');
      if (to !== null && to <= from) throw invalidField('body.to', NOT_LATER);
      const started = await store.replays.start({
        ...{ replayId: newId('replay'), agentId, ownerId, from, to, call },
        state: body.state ?? 'failed',
        type: body.type ?? null,
        ratePerSecond: body.rate_per_second ?? REPLAY_RATE.default,
      });
      const view = replayView(found(started));
      hints.agentChanged(agentId, ownerId);
      return { status: 202, body: view };
    },

    async listReplays({ auth, params }) {
      const listed = found(await store.replays.listOf(params.agent_id, auth.userId));
      return { status: 200, body: listed.map(replayView) };
    },

    async countReplay({ auth: { userId: ownerId }, params: { agent_id: agentId }, query }) {
      const from = instantOf(query.from, 'query.from');
      const to = query.to === undefined ? null : instantOf(query.to, 'query.to');
      if (to !== null && to <= from) throw invalidField('query.to', NOT_LATER);
      const { state = 'failed', type = null } = query;
      const counted = found(await store.replayCounts.count({ agentId, ownerId, state, type, from, to }));
      return { status: 200, body: { events: counted.events, is_complete: counted.isComplete } };
    },

    async getReplay({ auth, params }) {
      const replay = found(await store.replays.find(params.replay_id, auth.userId));
      return { status: 200, body: replayView(replay) };
    },

    async cancelReplay({ auth: { userId: ownerId, call }, params }) {
      const cancelled = found(await store.replays.cancel({ replayId: params.replay_id, ownerId, call }));
      hints.agentChanged(cancelled.agentId, ownerId);
      return { status: 200, body: replayView(cancelled) };
    },
  } satisfies OperationHandlers<ClientCaller>;
}

function replayView(replay: ReplayRecord) {
  const { state, type, from, to } = replay.filter;
  return {
    replay_id: replay.replayId,
    agent_id: replay.agentId,
    state: replay.state,
    filter: { state, type, from: from.toISOString(), to: to.toISOString() },
    rate_per_second: replay.ratePerSecond,
    progress_percent: replay.progressPercent,
    waits_for: replay.waitsFor,
    redelivered: replay.redelivered,
    under_way: replay.underWay,
    delivered: replay.delivered,
    failed: replay.failed,
    waiting: replay.waiting,
    skipped: replay.skipped,
    removed: replay.removed,
    created_at: replay.createdAt.toISOString(),
    ended_at: replay.endedAt?.toISOString() ?? null,
  };
}
