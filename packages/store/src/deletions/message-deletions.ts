import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { OutgoingEvent } from '../events/frames/frames.js';
import type { DecisionAnswer } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { Audited, AuditedCall } from '../audit/audit-log.js';
import { lockOpenRequests, removeRequests, lockRequests } from '../decisions/decisions.js';
import { decisionResolvedFrame } from '../events/frames/frames.js';
import type { RemovedRequest } from '../decisions/decisions.js';

export interface RemovedMessages {
  /** To be announced. */
  events: OutgoingEvent[];
  /** Of events that are gone. */
  eventIds: string[];
  /** Marked, and still to be removed. */
  mediaIds: string[];
}

export function messageDeletionQueries(pool: Pool) {
  return {
    /**
     * Removes a message with all that says what it says ({@link removeMessages}). Its agent receives it no
     * more. Names the request that its card showed, and the run whose end it told. `null` if there is no such
     * message of the user.
     * @throws ServiceError `unavailable` if others hold its rows for long.
     */
    deleteMessage: ({ messageId, userId, call = {} }: { messageId: string; userId: string } & Audited) =>
      transaction(pool, async (client) => {
        const [message] = await rows(client, sql.deletions.lockMessage, { id: messageId, userId });
        if (message === undefined) return null;
        const { agent_id: agentId, conversation_id: conversationId } = message;
        const of = { agentId, userId, call, deletedConversationId: null };
        const removed = await removeMessages(client, [message], of);
        await rows(client, sql.deletions.renewExcerpts, { conversationIds: [conversationId] });
        await writeAuditEntry(client, {
          ...{ userId, action: 'conversation.message_deleted', subjectId: messageId, agentId, call },
          details: { conversation_id: conversationId, kind: message.kind },
        });
        const runId = message.kind === 'run' ? message.task_run_id : null;
        return { ...removed, agentId, conversationId, decisionId: message.decision_id, runId };
      }),

    /**
     * From then on nothing is added to the conversation. Its open requests are removed now, its messages in
     * steps. `null` if there is no such conversation of the user.
     * @param deletion.erasureId the record by which the person sees how far it is.
     */
    deleteConversation: (deletion: { conversationId: string; userId: string; erasureId: string } & Audited) =>
      transaction(pool, async (client) => {
        const { conversationId, userId, erasureId, call = {} } = deletion;
        const [found] = await rows(client, sql.conversations.lock, { id: conversationId, userId });
        if (found === undefined) return null;
        const { agentId } = found;
        await rows(client, sql.deletions.markConversation, { id: conversationId });
        const requests = await lockOpenRequests(client, { agentId, conversationId });
        const events = await removeRequests(client, requests, { userId, call });
        await rows(client, sql.erasures.insert, { id: erasureId, userId: null, conversationId });
        await writeAuditEntry(client, {
          ...{ userId, action: 'conversation.deleted', subjectId: conversationId, agentId, call },
        });
        return { agentId, decisionIds: requests.map(({ decisionId }) => decisionId), events };
      }),
  };
}

/**
 * Removes messages of a conversation with everything else that says what they say: the events that brought
 * them to the agent, with what webhooks answered; a run's summary; the request that a card shows, and the
 * note of its answer. Files are marked: a gateway, which has the disk, removes them.
 *
 * The caller has locked agent, conversation and messages. All else is locked in the order of all statements.
 */
export async function removeMessages(
  client: ClientBase,
  messages: readonly { id: string; decision_id: string | null; event_id: string | null }[],
  of: { agentId: string; userId: string; call: AuditedCall; deletedConversationId: string | null },
): Promise<RemovedMessages> {
  const ids = messages.map(({ id }) => id);
  await rows(client, sql.deletions.forgetSummaries, { ids });
  const decisionIds = messages.flatMap(({ decision_id: id }) => id ?? []);
  const requests = await lockRequests(client, decisionIds);
  const events = await removeRequests(client, requests, of);
  const answers = requests.flatMap((request) =>
    request.eventId === null ? [] : [{ eventId: request.eventId, request }],
  );
  const own = messages.flatMap(({ event_id: id }) => id ?? []);
  const locked = await rows(client, sql.deletions.lockEvents, {
    ids: [...own, ...answers.map(({ eventId }) => eventId)],
  });
  const open = new Set(locked.filter((event) => event.is_open).map(({ id }) => id));
  // The agent still has to hear of an answer, but not what the person has written in it.
  const unheard = answers.filter(({ eventId }) => open.has(eventId));
  const kept = unheard.map(({ eventId }) => eventId);
  const frames = unheard.map(({ request }) => frameWithoutNote(request));
  if (kept.length > 0) await rows(client, sql.deletions.changeFrames, { ids: kept, frames });
  // A statement that has one of them in hand finds it gone.
  const eventIds = locked.flatMap(({ id }) => (kept.includes(id) ? [] : id));
  await rows(client, sql.deletions.removeEvents, { eventIds });
  const { deletedConversationId: conversationId } = of;
  const media = await rows(client, sql.deletions.expireMedia, { messageIds: ids, conversationId });
  await rows(client, sql.deletions.removeMessages, { ids });
  return { events, eventIds, mediaIds: media.map(({ id }) => id) };
}

function frameWithoutNote({ status, hasForm, ...request }: RemovedRequest): string {
  const outcome = { ...request, status: status as DecisionAnswer, note: null };
  return decisionResolvedFrame(hasForm ? { ...outcome, answer: null } : outcome);
}
