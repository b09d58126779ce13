import { instantOf, PAGE_SIZE, ServiceError, invalidField, newId, REPLAY_RATE } from '@svc/domain';
import { frameWithLinks } from '@svc/store';
import { writtenJson } from '@svc/http-contract';
import type { OperationHandlers } from '@svc/http-contract';
import type { EventRecord, ReplayRecord } from '@svc/store';
import type { ClientCaller } from '../user-guard.js';
import { found } from './parts.js';
import type { OperationParts } from './parts.js';

/** Events that one call may send again. */
const REDELIVERIES_MAX = 500;

export function events(deps: OperationParts) {
  return {
    async listAgentEvents({ auth, params, query }) {
      const listed = await deps.store.eventLog.list({
        agentId: params.agent_id,
        ownerId: auth.userId,
        state: query.state,
        type: query.type,
        limit: query.limit ?? PAGE_SIZE.default,
        cursor: query.cursor,
      });
      return { status: 200, body: found(listed).map(eventView) };
    },

    /** As the agent receives it. */
    async getAgentEventFrame({
      auth: { userId: ownerId },
      params: { agent_id: agentId, event_id: eventId },
    }) {
      const frame = found(await deps.store.eventLog.frameOf({ agentId, ownerId, eventId }));
      const text = frameWithLinks(frame, deps.mediaLinks);
      return { status: 200, body: writtenJson(`{"event_id":${JSON.stringify(eventId)},"event":${text}}`) };
    },

    /** Under the same event id. */
    async redeliverEvent({ auth, params: { event_id } }) {
      if (!(await restart(auth, event_id))) throw new ServiceError('not_found');
      return { status: 202, body: { event_id, state: 'pending' } };
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
      return { status: 202, body: { redelivered, more: failed.length > REDELIVERIES_MAX } };
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

export function eventView(event: EventRecord) {
  return {
    event_id: event.eventId,
    type: event.type,
    state: event.state,
    channel: event.channel,
    drop_reason: event.dropReason,
    message_id: event.messageId,
    task_id: event.taskId,
    run_id: event.runId,
    decision_id: event.decisionId,
    created_at: event.createdAt.toISOString(),
    delivered_at: event.deliveredAt?.toISOString() ?? null,
    next_attempt_at: event.nextAttemptAt?.toISOString() ?? null,
    attempts: event.attempts.map((attempt) => ({
      delivery_id: attempt.deliveryId,
      retry_num: attempt.retryNum,
      retry_reason: attempt.retryReason,
      status_code: attempt.statusCode,
      error: attempt.error,
      duration_ms: attempt.durationMs,
      started_at: attempt.startedAt.toISOString(),
    })),
    subject: event.subject,
  };
}

const NOT_LATER = 'must be later than `from`';

/** A scheduler carries replays out. */
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
  const { eventState: state, eventType: type, from, to } = replay;
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
