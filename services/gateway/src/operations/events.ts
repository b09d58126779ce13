import { instantOf, PAGE_SIZE, ServiceError } from '@svc/domain';
import { frameWithLinks } from '@svc/store';
import { writtenJson } from '@svc/http-contract';
import type { OperationHandlers } from '@svc/http-contract';
import type { EventRecord } from '@svc/store';
import type { ClientCaller } from '../user-guard.js';
import { found } from './found.js';
import type { OperationParts } from './parts.js';

/** Events that one call may send again. */
const REDELIVERIES_MAX = 500;

/** Operations of a user on the events of an agent. */
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

    /** As the agent receives it, so that a tap sees the same. */
    async getAgentEventFrame({
      auth: { userId: ownerId },
      params: { agent_id: agentId, event_id: eventId },
    }) {
      const frame = found(await deps.store.eventLog.frameOf({ agentId, ownerId, eventId }));
      const text = frameWithLinks(frame, deps.mediaLinks);
      return { status: 200, body: writtenJson(`{"event_id":${JSON.stringify(eventId)},"event":${text}}`) };
    },

    /** Starts a new round of attempts under the same event id. */
    async redeliverEvent({ auth, params: { event_id } }) {
      if (!(await restart(auth, event_id))) throw new ServiceError('not_found');
      return { status: 202, body: { event_id, state: 'pending' } };
    },

    /** Does the same for the events that failed since a moment, one after the other, so that the agent gets them in order. */
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

/** If the event's run has ended since the event was listed, the event stays as it is. */
function isMeanwhileOver(error: unknown): false {
  if (error instanceof ServiceError && error.code === 'conflict') return false;
  throw error;
}

/** An event of the log with its webhook attempts, as the client API shows it. */
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
  };
}
