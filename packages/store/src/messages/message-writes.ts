import { NOW_MS, rows, transaction } from '@svc/database';
import { appendEvents, beginTime, touchRun } from '@svc/events';
import type { MessageFile, Quotas } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { takePlace, withPlaces } from '../quotas/quota-rooms.js';
import type { RoomQuota } from '../quotas/quota-rooms.js';
import { takeEventOfRun } from '../runs/taken-events.js';
import { endStream } from './message-streams.js';
import type {
  NewAgentMessage,
  NewUserMessage,
  WrittenAgentMessage,
  WrittenUserMessage,
} from './new-messages.js';
import { takeUploads, waitingUploads } from './uploads.js';

/**
 * One statement writes each message. It moves the conversation's time on and stores the message. For a user's message it also takes the
 * agent's next event number and stores the event. It takes its locks in one order, agent, conversation, counter, so that concurrent
 * statements and the agent's deletion cannot deadlock. A message that has begun a run ends the run's event by a second one.
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
      return withPlaces({ pool, quotas }, () => writeUserMessageBy(pool, message, quotas));
    },

    /**
     * If the run was pending, it is running from then on. `null` if the conversation or the run is not the agent's, or one of the files is
     * not there or was taken by another message, or a streamed message is written already: then nothing is written.
     *
     * @throws ServiceError `quota_exceeded` if the agent's user has as many conversations as may be.
     */
    async writeAgentMessage(message: NewAgentMessage): Promise<WrittenAgentMessage | null> {
      const { taskRunId } = message;
      return withPlaces({ pool, quotas }, () =>
        taskRunId === null ? writeAgentMessage(pool, message) : writeOfRun(message, taskRunId),
      );
    },
  };

  async function writeOfRun(message: NewAgentMessage, runId: string): Promise<Outcome<WrittenAgentMessage>> {
    return transaction(pool, async (client) => {
      const outcome = await writeAgentMessage(client, message);
      if ('written' in outcome && outcome.written !== null && outcome.written.begunTaskId !== null)
        await takeEventOfRun(client, runId);
      return outcome;
    });
  }

  async function writeAgentMessage(
    client: Pool | ClientBase,
    message: NewAgentMessage,
  ): Promise<Outcome<WrittenAgentMessage>> {
    const { mediaIds = [], isStreamed = false } = message;
    const hasFiles = mediaIds.length > 0;
    const statement =
      WRITE_AGENT_MESSAGE[isStreamed ? 'streamed' : 'whole'][hasFiles ? 'withFiles' : 'plain'];
    const [row] = await rows<WrittenAgentMessageRow>(client, statement, [
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
      message.quickReplies === undefined || message.quickReplies === null
        ? null
        : JSON.stringify(message.quickReplies),
      ...(hasFiles ? [message.audioUrl ?? null, mediaIds, filesJson(message.files)] : []),
    ]);
    if (row?.has_conversation_place === false)
      return { full: 'conversations_per_user', holder: row.owner_id };
    if (row === undefined || row.created_at === null) return { written: null };
    return { written: { createdAt: row.created_at, userId: row.owner_id, begunTaskId: row.begun } };
  }
}

/** The same by a connection that may be within a transaction. */
export async function writeUserMessageBy(
  client: Pool | ClientBase,
  message: NewUserMessage,
  quotas: Quotas,
): Promise<Outcome<WrittenUserMessage>> {
  const { mediaIds = [] } = message;
  const hasFiles = mediaIds.length > 0;
  const statement = hasFiles ? WRITE_USER_MESSAGE_WITH_FILES : WRITE_USER_MESSAGE;
  const [row] = await rows<WrittenUserMessageRow>(client, statement, [
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
    ...(hasFiles ? [mediaIds, filesJson(message.files)] : []),
  ]);
  if (row?.has_event_place === false) return { full: 'events_waiting_per_agent', holder: message.agentId };
  if (row?.has_conversation_place === false) {
    return { full: 'conversations_per_user', holder: message.userId };
  }
  if (row === undefined || row.created_at === null) return { written: null };
  const { created_at: createdAt, seq, slot, is_reachable: isReachable } = row;
  return { written: { createdAt, seq, slot, isReachable } };
}

export type Outcome<Written> = { written: Written | null } | { full: RoomQuota; holder: string };

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

function filesJson(files: readonly MessageFile[] = []): string | null {
  return files.length === 0 ? null : JSON.stringify(files);
}

/** The part of a message that a list of conversations shows. */
export const EXCERPT_LENGTH = 200;

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
      INSERT INTO message (id, conversation_id, sender, sender_name, text, image_urls, audio_url, event_id, ${hasFiles ? 'files, ' : ''}created_at)
      SELECT $5, conv.id, 'human', $6, $7, $8::text[], $9, $10, ${hasFiles ? '$15::jsonb, ' : ''}conv.last_message_at FROM conv
      RETURNING created_at
    ), told AS (
      SELECT $10::text AS event_id, $2 AS agent_id, 'user_message' AS type, $11::text AS frame, $5 AS subject_id, 1 AS place FROM written
    ), ${hasFiles ? `${takeUploads({ agent: '$2', message: '$5' })}, ` : ''}${appendEvents('told')}
    SELECT a.has_event_place, a.has_conversation_place, w.created_at, w.seq, w.slot, w.is_reachable
      FROM admission a
      LEFT JOIN (SELECT written.created_at, appended.seq, appended.slot, appended.is_reachable FROM written, appended) w ON true`;

const WRITE_USER_MESSAGE = { name: 'message-write-user-6', text: userMessageSql({ hasFiles: false }) };
const WRITE_USER_MESSAGE_WITH_FILES = {
  name: 'message-write-user-with-files-4',
  text: userMessageSql({ hasFiles: true }),
};

/** With what is kept of a text that has grown. */
const agentMessageSql = ({ hasFiles, isStreamed }: { hasFiles: boolean; isStreamed: boolean }): string => `
    WITH ${hasFiles ? waiting('$13', 'agent_id = $2') : ''}permitted AS (
      SELECT id, owner_id, agent_name FROM agent
       WHERE id = $2 AND deleted_at IS NULL ${hasFiles ? hasAllOf('$13') : ''} ${isStreamed ? 'AND NOT EXISTS (SELECT FROM message m WHERE m.id = $4)' : ''} AND ($9::text IS NULL OR EXISTS (SELECT 1 FROM task_run r WHERE r.id = $9 AND r.agent_id = $2))
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
      INSERT INTO message (id, conversation_id, sender, sender_name, kind, text, image_urls, ${hasFiles ? 'audio_url, files, ' : ''}
                           report_title, report_description, task_run_id, quick_replies, created_at)
      SELECT $4, conv.id, 'agent', p.agent_name, CASE WHEN $7::text IS NULL THEN 'text' ELSE 'report' END, $5, $6::text[], ${hasFiles ? '$12::text, $14::jsonb, ' : ''}
             $7, $8, $9, $11::jsonb, conv.last_message_at
        FROM conv, admitted p
      RETURNING created_at
    ), ${hasFiles ? `${takeUploads({ agent: '$2', message: '$4' })}, ` : ''}${isStreamed ? `${endStream('$4')}, ` : ''}begun AS (
      UPDATE task_run r SET status = 'running', touched_at = now(), ${beginTime('r')}
        FROM written WHERE r.id = $9 AND r.status = 'pending' RETURNING r.task_id
    ), touched AS (${touchRun('$9', 'FROM written')}
    )
    SELECT a.has_conversation_place, a.owner_id, (SELECT created_at FROM written) AS created_at, (SELECT task_id FROM begun) AS begun
      FROM admission a`;

/** Most messages are whole and have no files. */
const WRITE_AGENT_MESSAGE = {
  whole: {
    plain: { name: 'message-write-agent-7', text: agentMessageSql({ hasFiles: false, isStreamed: false }) },
    withFiles: {
      name: 'message-write-agent-with-files-6',
      text: agentMessageSql({ hasFiles: true, isStreamed: false }),
    },
  },
  streamed: {
    plain: { name: 'message-write-streamed-2', text: agentMessageSql({ hasFiles: false, isStreamed: true }) },
    withFiles: {
      name: 'message-write-streamed-with-files-2',
      text: agentMessageSql({ hasFiles: true, isStreamed: true }),
    },
  },
};
