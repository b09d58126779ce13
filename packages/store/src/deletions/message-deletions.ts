import { rows, transaction } from '@svc/database';
import type { OutgoingEvent } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import { lockOpenRequests, removeRequests } from '../decisions/removed-requests.js';
import { EXCERPT_LENGTH } from '../messages/message-writes.js';
import { LOCKED_MESSAGE, removeMessages } from './removed-messages.js';
import type { LockedMessage } from './removed-messages.js';

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

export type MessageDeletions = ReturnType<typeof messageDeletionQueries>;

export function messageDeletionQueries(pool: Pool) {
  return {
    /**
     * Removes a message of a user with all that says what it says ({@link removeMessages}), in one transaction. `null` if there is no such message, or it is
     * somebody else's. Its agent receives it no more, if it has not received it yet.
     *
     * @throws ServiceError `unavailable` if others hold its rows for long.
     */
    deleteMessage: (deletion: MessageDeletion): Promise<DeletedMessage | null> =>
      transaction(pool, (client) => deleteMessage(client, deletion)),

    /**
     * Marks a conversation of a user as deleted, from which on nobody finds it and nothing is added to it, and removes its open requests. Its messages are
     * removed in steps. `null` if there is no such conversation, or it is somebody else's.
     */
    deleteConversation: (deletion: ConversationDeletion): Promise<DeletedConversation | null> =>
      transaction(pool, (client) => deleteConversation(client, deletion)),
  };
}

async function deleteMessage(
  client: ClientBase,
  { messageId, userId, call = {} }: MessageDeletion,
): Promise<DeletedMessage | null> {
  const [message] = await rows<OwnedMessageRow>(client, LOCK_MESSAGE, [messageId, userId]);
  if (message === undefined) return null;
  const { agent_id: agentId, conversation_id: conversationId } = message;
  const of = { agentId, userId, call, deletedConversationId: null };
  const { events, eventIds, mediaIds } = await removeMessages(client, [message], of);
  await rows(client, CHANGE_EXCERPT, [conversationId, message.created_at]);
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
  const [found] = await rows<{ agent_id: string }>(client, LOCK_CONVERSATION, [conversationId, userId]);
  if (found === undefined) return null;
  const agentId = found.agent_id;
  await rows(client, MARK_CONVERSATION, [conversationId]);
  const requests = await lockOpenRequests(client, { agentId, conversationId });
  const events = await removeRequests(client, requests, { userId, call });
  await rows(client, INSERT_ERASURE, [erasureId, conversationId]);
  await writeAuditEntry(client, {
    ...{ userId, action: 'conversation.deleted', subjectId: conversationId, agentId, call },
  });
  return { agentId, decisionIds: requests.map(({ decisionId }) => decisionId), events };
}

interface OwnedMessageRow extends LockedMessage {
  agent_id: string;
  conversation_id: string;
  created_at: Date;
}

// In the order of all statements: agent, conversation, message.
const LOCK_MESSAGE = {
  name: 'erasure-lock-message',
  text: `
    WITH known AS MATERIALIZED (
      SELECT a.id AS agent_id, c.id AS conversation_id
        FROM message m JOIN conversation c ON c.id = m.conversation_id JOIN agent a ON a.id = c.agent_id
       WHERE m.id = $1 AND c.user_id = $2 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR KEY SHARE OF a
    ), held AS MATERIALIZED (
      SELECT c.id, c.agent_id FROM conversation c WHERE c.id = (SELECT conversation_id FROM known) AND c.deleted_at IS NULL FOR NO KEY UPDATE
    )
    SELECT ${LOCKED_MESSAGE}, h.agent_id, m.conversation_id, m.created_at
      FROM message m, held h WHERE m.id = $1 AND m.conversation_id = h.id FOR UPDATE OF m`,
};

// If a newer message remains, the excerpt is that one's. If none remains at all, only the moment of the last message and the person's own title stay.
const CHANGE_EXCERPT = {
  name: 'erasure-change-excerpt-2',
  text: `
    UPDATE conversation c
       SET last_message_text = rest.text, agent_title = CASE WHEN rest.text IS NOT NULL THEN c.agent_title END
      FROM (
        SELECT (SELECT left(coalesce(nullif(m.text, ''), m.report_title, ''), ${EXCERPT_LENGTH}) FROM message m
                 WHERE m.conversation_id = $1 ORDER BY m.created_at DESC LIMIT 1) AS text
      ) rest
     WHERE c.id = $1 AND NOT EXISTS (SELECT 1 FROM message m WHERE m.conversation_id = c.id AND m.created_at > $2)`,
};

const LOCK_CONVERSATION = {
  name: 'erasure-lock-conversation',
  text: `
    WITH known AS MATERIALIZED (
      SELECT a.id FROM agent a JOIN conversation c ON c.agent_id = a.id
       WHERE c.id = $1 AND c.user_id = $2 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR KEY SHARE OF a
    )
    SELECT c.agent_id FROM conversation c
     WHERE c.id = $1 AND c.agent_id = (SELECT id FROM known) AND c.deleted_at IS NULL FOR UPDATE`,
};

const MARK_CONVERSATION = {
  name: 'erasure-mark-conversation-2',
  text: 'UPDATE conversation SET deleted_at = now(), last_message_text = NULL, title = NULL, agent_title = NULL WHERE id = $1',
};

const INSERT_ERASURE = {
  name: 'erasure-insert-of-conversation',
  text: 'INSERT INTO erasure (id, conversation_id) VALUES ($1, $2)',
};
