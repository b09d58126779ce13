import { rows } from '@svc/database';
import { appendEvents, takeEventsOf, touchRun } from '@svc/events';
import type { Quotas } from '@svc/domain';
import type { Pool } from 'pg';
import { takePlace, withPlaces } from '../quotas/quota-rooms.js';
import type { RoomQuota } from '../quotas/quota-rooms.js';
import { takeUploads, waitingUploads } from './uploads.js';

/** A user's message with the event that carries it to the agent. */
export interface NewUserMessage {
  messageId: string;
  eventId: string;
  agentId: string;
  userId: string;
  conversationId: string;
  /** Whether this message opens the conversation. */
  opensConversation: boolean;
  senderName: string;
  text: string;
  imageUrls: string[];
  audioUrl: string | null;
  /** Uploads of the sender that the message takes. Default none. */
  mediaIds?: readonly string[];
  /** The JSON text of the `user_message` event. */
  frame: string;
}

export interface NewAgentMessage {
  messageId: string;
  agentId: string;
  conversationId: string;
  opensConversation: boolean;
  text: string;
  imageUrls: string[];
  /** Only with `mediaIds`. */
  audioUrl?: string | null;
  /** Uploads of the agent that the message takes. Default none. */
  mediaIds?: readonly string[];
  reportTitle: string | null;
  reportDescription: string | null;
  taskRunId: string | null;
}

export interface WrittenUserMessage {
  createdAt: Date;
  /** The agent's event number of this message's event. */
  seq: number;
  /** The hub that the agent is connected to, or `null`. */
  slot: string | null;
  /** Whether a channel can push the event now. */
  isReachable: boolean;
}

export interface WrittenAgentMessage {
  createdAt: Date;
  /** The owner, whose consoles get a hint. */
  userId: string;
  /** The task of the message's run, if the run was pending and is running now; else `null`. */
  begunTaskId: string | null;
}

/**
 * One statement writes each message. It moves the conversation's time on and stores the message. For a user's message it also takes the
 * agent's next event number and stores the event. It takes its locks in one order, agent, conversation, counter, so that concurrent
 * statements and the agent's deletion cannot deadlock.
 */
export function messageWrites(pool: Pool, quotas: Quotas) {
  return {
    /**
     * `null` if agent and conversation are not both the user's, the agent cannot chat, or one of the files is not there or was taken by another message: then
     * nothing is written.
     *
     * @throws ServiceError `quota_exceeded` if as many events wait for the agent, or the user has as many conversations, as may be.
     */
    async writeUserMessage(message: NewUserMessage): Promise<WrittenUserMessage | null> {
      return withPlaces({ pool, quotas }, () => writeUserMessage(message));
    },

    /**
     * If the run was pending, it is running from then on. `null` if the conversation or the run is not the agent's, or one of the files is
     * not there or was taken by another message: then nothing is written.
     *
     * @throws ServiceError `quota_exceeded` if the agent's user has as many conversations as may be.
     */
    async writeAgentMessage(message: NewAgentMessage): Promise<WrittenAgentMessage | null> {
      return withPlaces({ pool, quotas }, () => writeAgentMessage(message));
    },
  };

  async function writeUserMessage(message: NewUserMessage): Promise<Outcome<WrittenUserMessage>> {
    const { mediaIds = [] } = message;
    const hasFiles = mediaIds.length > 0;
    const statement = hasFiles ? WRITE_USER_MESSAGE_WITH_FILES : WRITE_USER_MESSAGE;
    const [row] = await rows<WrittenUserMessageRow>(pool, statement, [
      message.conversationId,
      message.agentId,
      message.userId,
      message.opensConversation,
      message.messageId,
      message.senderName,
      message.text,
      message.imageUrls,
      message.audioUrl,
      message.eventId,
      message.frame,
      quotas.events_waiting_per_agent,
      quotas.conversations_per_user,
      ...(hasFiles ? [mediaIds] : []),
    ]);
    if (row?.has_event_place === false) return { full: 'events_waiting_per_agent', holder: message.agentId };
    if (row?.has_conversation_place === false) {
      return { full: 'conversations_per_user', holder: message.userId };
    }
    if (row === undefined || row.created_at === null) return { written: null };
    const { created_at: createdAt, seq, slot, is_reachable: isReachable } = row;
    return { written: { createdAt, seq, slot, isReachable } };
  }

  async function writeAgentMessage(message: NewAgentMessage): Promise<Outcome<WrittenAgentMessage>> {
    const { mediaIds = [] } = message;
    const hasFiles = mediaIds.length > 0;
    const statement = hasFiles ? WRITE_AGENT_MESSAGE_WITH_FILES : WRITE_AGENT_MESSAGE;
    const [row] = await rows<WrittenAgentMessageRow>(pool, statement, [
      message.conversationId,
      message.agentId,
      message.opensConversation,
      message.messageId,
      message.text,
      message.imageUrls,
      message.reportTitle,
      message.reportDescription,
      message.taskRunId,
      quotas.conversations_per_user,
      ...(hasFiles ? [message.audioUrl ?? null, mediaIds] : []),
    ]);
    if (row?.has_conversation_place === false)
      return { full: 'conversations_per_user', holder: row.owner_id };
    if (row === undefined || row.created_at === null) return { written: null };
    return { written: { createdAt: row.created_at, userId: row.owner_id, begunTaskId: row.begun } };
  }
}

type Outcome<Written> = { written: Written | null } | { full: RoomQuota; holder: string };

/** `created_at` is null if nothing was written. */
interface WrittenUserMessageRow {
  has_event_place: boolean;
  has_conversation_place: boolean;
  created_at: Date | null;
  seq: number;
  slot: string | null;
  is_reachable: boolean;
}

interface WrittenAgentMessageRow {
  has_conversation_place: boolean;
  owner_id: string;
  created_at: Date | null;
  begun: string | null;
}

/** The part of a message that a list of conversations shows. */
export const EXCERPT_LENGTH = 200;

export const NOW_MS = `date_trunc('milliseconds', clock_timestamp())`;

/** The files of `$<ids>` that wait for this message. They are locked before the agent. */
const waiting = (ids: string, condition: string): string => `
    waiting AS MATERIALIZED (${waitingUploads(ids, condition)}
    ), `;

/** All of `$<ids>` wait for this message. */
const hasAllOf = (ids: string): string => `AND (SELECT count(*) FROM waiting) = cardinality(${ids}::text[])`;

/** With files it costs more, and most messages have none. */
const userMessageSql = ({ hasFiles }: { hasFiles: boolean }): string => `
    WITH ${hasFiles ? waiting('$14', 'user_id = $3 AND agent_id IS NULL') : ''}permitted AS (
      SELECT id FROM agent
       WHERE id = $2 AND owner_id = $3 AND kind = 'interactive' AND deleted_at IS NULL ${hasFiles ? hasAllOf('$14') : ''}
       FOR KEY SHARE
    ), event_place AS (
      ${takePlace('events_waiting_per_agent', { holder: '(SELECT id FROM permitted)', max: '$12::int' })}
    ), conversation_place AS (
      ${takePlace('conversations_per_user', { holder: 'CASE WHEN $4::boolean AND (SELECT count(*) FROM event_place) >= 0 THEN $3 END', max: '$13::int' })}
    ), admission AS MATERIALIZED (
      SELECT p.id, $12::int = 0 OR EXISTS (SELECT FROM event_place) AS has_event_place,
             NOT $4::boolean OR $13::int = 0 OR EXISTS (SELECT FROM conversation_place) AS has_conversation_place
        FROM permitted p
    ), admitted AS (
      SELECT id FROM admission WHERE has_event_place AND has_conversation_place
    ), known AS (
      UPDATE conversation c
         SET last_message_at = GREATEST(${NOW_MS}, c.last_message_at + interval '1 millisecond'),
             last_message_text = left($7, ${EXCERPT_LENGTH})
        FROM admitted p
       WHERE NOT $4::boolean AND c.id = $1 AND c.agent_id = p.id AND c.user_id = $3 AND c.deleted_at IS NULL
      RETURNING c.id, c.last_message_at
    ), opened AS (
      INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text)
      SELECT $1, p.id, $3, t.now, t.now, left($7, ${EXCERPT_LENGTH})
        FROM admitted p, (SELECT ${NOW_MS} AS now) t WHERE $4::boolean
      RETURNING id, last_message_at
    ), conv AS (
      SELECT * FROM known UNION ALL SELECT * FROM opened
    ), written AS (
      INSERT INTO message (id, conversation_id, sender, sender_name, text, image_urls, audio_url, event_id, created_at)
      SELECT $5, conv.id, 'human', $6, $7, $8::text[], $9, $10, conv.last_message_at FROM conv
      RETURNING created_at
    ), told AS (
      SELECT $10::text AS event_id, $2 AS agent_id, 'user_message' AS type, $11::text AS frame, $5 AS subject_id, 1 AS place FROM written
    ), ${hasFiles ? `${takeUploads({ agent: '$2', message: '$5' })}, ` : ''}${appendEvents('told')}
    SELECT a.has_event_place, a.has_conversation_place, w.created_at, w.seq, w.slot, w.is_reachable
      FROM admission a
      LEFT JOIN (SELECT written.created_at, appended.seq, appended.slot, appended.is_reachable FROM written, appended) w ON true`;

const WRITE_USER_MESSAGE = { name: 'message-write-user-6', text: userMessageSql({ hasFiles: false }) };
const WRITE_USER_MESSAGE_WITH_FILES = {
  name: 'message-write-user-with-files-3',
  text: userMessageSql({ hasFiles: true }),
};

const agentMessageSql = ({ hasFiles }: { hasFiles: boolean }): string => `
    WITH ${hasFiles ? waiting('$12', 'agent_id = $2') : ''}permitted AS (
      SELECT id, owner_id, agent_name FROM agent
       WHERE id = $2 AND deleted_at IS NULL ${hasFiles ? hasAllOf('$12') : ''} AND ($9::text IS NULL OR EXISTS (SELECT 1 FROM task_run r WHERE r.id = $9 AND r.agent_id = $2))
    ), conversation_place AS (
      ${takePlace('conversations_per_user', { holder: 'CASE WHEN $3::boolean THEN (SELECT owner_id FROM permitted) END', max: '$10::int' })}
    ), admission AS MATERIALIZED (
      SELECT p.*, NOT $3::boolean OR $10::int = 0 OR EXISTS (SELECT FROM conversation_place) AS has_conversation_place FROM permitted p
    ), admitted AS (
      SELECT * FROM admission WHERE has_conversation_place
    ), known AS (
      UPDATE conversation c
         SET last_message_at = GREATEST(${NOW_MS}, c.last_message_at + interval '1 millisecond'),
             last_message_text = left(coalesce(nullif($5, ''), $7, ''), ${EXCERPT_LENGTH})
        FROM admitted p
       WHERE NOT $3::boolean AND c.id = $1 AND c.agent_id = p.id AND c.deleted_at IS NULL
      RETURNING c.id, c.user_id, c.last_message_at
    ), opened AS (
      INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text)
      SELECT $1, p.id, p.owner_id, t.now, t.now, left(coalesce(nullif($5, ''), $7, ''), ${EXCERPT_LENGTH})
        FROM admitted p, (SELECT ${NOW_MS} AS now) t WHERE $3::boolean
      RETURNING id, user_id, last_message_at
    ), conv AS (
      SELECT * FROM known UNION ALL SELECT * FROM opened
    ), written AS (
      INSERT INTO message (id, conversation_id, sender, sender_name, kind, text, image_urls, ${hasFiles ? 'audio_url, ' : ''}
                           report_title, report_description, task_run_id, created_at)
      SELECT $4, conv.id, 'agent', p.agent_name, CASE WHEN $7::text IS NULL THEN 'text' ELSE 'report' END, $5, $6::text[], ${hasFiles ? '$11::text, ' : ''}
             $7, $8, $9, conv.last_message_at
        FROM conv, admitted p
      RETURNING created_at
    ), ${hasFiles ? `${takeUploads({ agent: '$2', message: '$4' })}, ` : ''}begun AS (
      UPDATE task_run r SET status = 'running', touched_at = now()
        FROM written WHERE r.id = $9 AND r.status = 'pending' RETURNING r.id, r.task_id, r.event_id
    ), touched AS (${touchRun('$9', 'FROM written')}
    ), ${takeEventsOf('begun')}
    SELECT a.has_conversation_place, a.owner_id, (SELECT created_at FROM written) AS created_at, (SELECT task_id FROM begun) AS begun
      FROM admission a`;

const WRITE_AGENT_MESSAGE = { name: 'message-write-agent-5', text: agentMessageSql({ hasFiles: false }) };
const WRITE_AGENT_MESSAGE_WITH_FILES = {
  name: 'message-write-agent-with-files-3',
  text: agentMessageSql({ hasFiles: true }),
};
