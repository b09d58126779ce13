import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import { lockOpenRequests, removeRequests } from '../decisions/removed-requests.js';
import { removeMessages } from './removed-messages.js';

/** What a person deletes. */
export interface MessageDeletion extends Audited {
  messageId: string;
  userId: string;
}

export interface DeletedMessage {
  agentId: string;
  conversationId: string;
  /** The request that its card showed, and the run whose end it told. */
  decisionId: string | null;
  runId: string | null;
  /** The events that are to be announced. */
  events: OutgoingEvent[];
  /** The events that are gone. */
  eventIds: string[];
  /** Its files, which are still to be removed. */
  mediaIds: string[];
}

export interface ConversationDeletion extends Audited {
  conversationId: string;
  userId: string;
  /** The id of the record by which the person sees how far it is. */
  erasureId: string;
}

export interface DeletedConversation {
  agentId: string;
  /** The requests in it that were open. */
  decisionIds: string[];
  /** The events that are to be announced. */
  events: OutgoingEvent[];
}

export function messageDeletionQueries(pool: Pool) {
  return {
    /**
     * Removes a message of a user with all that says what it says ({@link removeMessages}), in one transaction. `null` if there is no such message, or it is
     * another user's. Its agent receives it no more, if it has not received it yet.
     *
     * @throws ServiceError `unavailable` if others hold its rows for long.
     */
    deleteMessage: (deletion: MessageDeletion): Promise<DeletedMessage | null> =>
      transaction(pool, (client) => deleteMessage(client, deletion)),

    /**
     * Marks a conversation of a user as deleted, from which on it is not found and nothing is added to it, and removes its open requests. Its messages are
     * removed in steps. `null` if there is no such conversation, or it is another user's.
     */
    deleteConversation: (deletion: ConversationDeletion): Promise<DeletedConversation | null> =>
      transaction(pool, (client) => deleteConversation(client, deletion)),
  };
}

async function deleteMessage(
  client: ClientBase,
  { messageId, userId, call = {} }: MessageDeletion,
): Promise<DeletedMessage | null> {
  const [message] = await rows(client, sql.deletions.lockMessage, { id: messageId, userId });
  if (message === undefined) return null;
  const { agent_id: agentId, conversation_id: conversationId } = message;
  const of = { agentId, userId, call, deletedConversationId: null };
  const { events, eventIds, mediaIds } = await removeMessages(client, [message], of);
  await rows(client, sql.deletions.renewExcerpts, { conversationIds: [conversationId] });
  await writeAuditEntry(client, {
    ...{ userId, action: 'conversation.message_deleted', subjectId: messageId, agentId, call },
    details: { conversation_id: conversationId, kind: message.kind },
  });
  const runId = message.kind === 'run' ? message.task_run_id : null;
  return { agentId, conversationId, decisionId: message.decision_id, runId, events, eventIds, mediaIds };
}

async function deleteConversation(
  client: ClientBase,
  { conversationId, userId, erasureId, call = {} }: ConversationDeletion,
): Promise<DeletedConversation | null> {
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
}
