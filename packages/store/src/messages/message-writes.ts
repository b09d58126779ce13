import { NOW_MS, rows, transaction } from '@svc/database';
import { appendedColumns, appendedEvent, appendEvents, beginTime, touchRun } from '@svc/events';
import type { AppendedRow } from '@svc/events';
import type { MessageFile } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { ownerOfAgent } from '../agents/agent-owner.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';
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
export function messageWrites(pool: Pool, quotas: QuotaGuard) {
  return {
    /**
     * `null` if agent and conversation are not both the user's, the agent cannot chat, or one of the files is not there or was taken by another message: then
     * nothing is written.
     *
     * @throws ServiceError `quota_exceeded` if as many events wait for the agent, or the user has as many conversations, as may be.
     */
    async writeUserMessage(message: NewUserMessage): Promise<WrittenUserMessage | null> {
      const { agentId, userId, opensConversation } = message;
      await quotas.admit(
        { quota: 'events_waiting_per_agent', ownerId: agentId },
        ...(opensConversation ? [{ quota: 'conversations_per_user', ownerId: userId } as const] : []),
      );
      return writeUserMessageBy(pool, message);
    },

    /**
     * If the run was pending, it is running from then on. `null` if the conversation or the run is not the agent's, or one of the files is
     * not there or was taken by another message, or a streamed message is written already: then nothing is written.
     *
     * @throws ServiceError `quota_exceeded` if the agent's user has as many conversations as may be.
     */
    async writeAgentMessage(message: NewAgentMessage): Promise<WrittenAgentMessage | null> {
      const { agentId, opensConversation, taskRunId } = message;
      if (opensConversation) {
        const ownerId = await ownerOfAgent(pool, agentId);
        if (ownerId === null) return null;
        await quotas.admit({ quota: 'conversations_per_user', ownerId });
      }
      return taskRunId === null ? writeAgentMessage(pool, message) : writeOfRun(message, taskRunId);
    },
  };

  async function writeOfRun(message: NewAgentMessage, runId: string): Promise<WrittenAgentMessage | null> {
    return transaction(pool, async (client) => {
      const written = await writeAgentMessage(client, message);
      if (written !== null && written.begunTaskId !== null) await takeEventOfRun(client, runId);
      return written;
    });
  }
}

async function writeAgentMessage(
  client: Pool | ClientBase,
  message: NewAgentMessage,
): Promise<WrittenAgentMessage | null> {
  const { mediaIds = [], isStreamed = false } = message;
  const hasFiles = mediaIds.length > 0;
  const statement = WRITE_AGENT_MESSAGE[isStreamed ? 'streamed' : 'whole'][hasFiles ? 'withFiles' : 'plain'];
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
    message.quickReplies === undefined || message.quickReplies === null
      ? null
      : JSON.stringify(message.quickReplies),
    ...(hasFiles ? [message.audioUrl ?? null, mediaIds, filesJson(message.files)] : []),
  ]);
  return row === undefined
    ? null
    : { createdAt: row.created_at, userId: row.owner_id, begunTaskId: row.begun };
}

/** The same by a connection that may be within a transaction. */
export async function writeUserMessageBy(
  client: Pool | ClientBase,
  message: NewUserMessage,
): Promise<WrittenUserMessage | null> {
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
    ...(hasFiles ? [mediaIds, filesJson(message.files)] : []),
  ]);
  if (row === undefined) return null;
  return { createdAt: row.created_at, event: appendedEvent(row, message.frame) };
}

interface WrittenUserMessageRow extends AppendedRow {
  created_at: Date;
}

interface WrittenAgentMessageRow {
  owner_id: string;
  created_at: Date;
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
    WITH ${hasFiles ? waiting('$12', 'user_id = $3 AND agent_id IS NULL') : ''}permitted AS (
      SELECT id FROM agent
       WHERE id = $2 AND owner_id = $3 AND kind = 'interactive' AND deleted_at IS NULL ${hasFiles ? hasAllOf('$12') : ''}
       FOR KEY SHARE
    ), known AS (
      UPDATE conversation c
         SET last_message_at = GREATEST(${NOW_MS}, c.last_message_at + interval '1 millisecond'),
             last_message_text = left($7, ${EXCERPT_LENGTH})
        FROM permitted p
       WHERE NOT $4::boolean AND c.id = $1 AND c.agent_id = p.id AND c.user_id = $3 AND c.deleted_at IS NULL
      RETURNING c.id, c.last_message_at
    ), opened AS (
      INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text)
      SELECT $1, p.id, $3, t.now, t.now, left($7, ${EXCERPT_LENGTH})
        FROM permitted p, (SELECT ${NOW_MS} AS now) t WHERE $4::boolean
      RETURNING id, last_message_at
    ), conv AS (
      SELECT * FROM known UNION ALL SELECT * FROM opened
    ), written AS (
      INSERT INTO message (id, conversation_id, sender, sender_name, text, image_urls, audio_url, event_id, ${hasFiles ? 'files, ' : ''}created_at)
      SELECT $5, conv.id, 'human', $6, $7, $8::text[], $9, $10, ${hasFiles ? '$13::jsonb, ' : ''}conv.last_message_at FROM conv
      RETURNING created_at
    ), told AS (
      SELECT $10::text AS event_id, $2 AS agent_id, 'user_message' AS type, $11::text AS frame, $5 AS subject_id, 1 AS place FROM written
    ), ${hasFiles ? `${takeUploads({ agent: '$2', message: '$5' })}, ` : ''}${appendEvents('told')}
    SELECT written.created_at, ${appendedColumns()} FROM written, appended`;

const WRITE_USER_MESSAGE = { name: 'message-write-user-7', text: userMessageSql({ hasFiles: false }) };
const WRITE_USER_MESSAGE_WITH_FILES = {
  name: 'message-write-user-with-files-5',
  text: userMessageSql({ hasFiles: true }),
};

/** With what is kept of a text that has grown. */
const agentMessageSql = ({ hasFiles, isStreamed }: { hasFiles: boolean; isStreamed: boolean }): string => `
    WITH ${hasFiles ? waiting('$12', 'agent_id = $2') : ''}permitted AS (
      SELECT id, owner_id, agent_name FROM agent
       WHERE id = $2 AND deleted_at IS NULL ${hasFiles ? hasAllOf('$12') : ''} ${isStreamed ? 'AND NOT EXISTS (SELECT FROM message m WHERE m.id = $4)' : ''} AND ($9::text IS NULL OR EXISTS (SELECT 1 FROM task_run r WHERE r.id = $9 AND r.agent_id = $2))
    ), known AS (
      UPDATE conversation c
         SET last_message_at = GREATEST(${NOW_MS}, c.last_message_at + interval '1 millisecond'),
             last_message_text = left(coalesce(nullif($5, ''), $7, ''), ${EXCERPT_LENGTH})
        FROM permitted p
       WHERE NOT $3::boolean AND c.id = $1 AND c.agent_id = p.id AND c.deleted_at IS NULL
      RETURNING c.id, c.user_id, c.last_message_at
    ), opened AS (
      INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text)
      SELECT $1, p.id, p.owner_id, t.now, t.now, left(coalesce(nullif($5, ''), $7, ''), ${EXCERPT_LENGTH})
        FROM permitted p, (SELECT ${NOW_MS} AS now) t WHERE $3::boolean
      RETURNING id, user_id, last_message_at
    ), conv AS (
      SELECT * FROM known UNION ALL SELECT * FROM opened
    ), written AS (
      INSERT INTO message (id, conversation_id, sender, sender_name, kind, text, image_urls, ${hasFiles ? 'audio_url, files, ' : ''}
                           report_title, report_description, task_run_id, quick_replies, created_at)
      SELECT $4, conv.id, 'agent', p.agent_name, CASE WHEN $7::text IS NULL THEN 'text' ELSE 'report' END, $5, $6::text[], ${hasFiles ? '$11::text, $13::jsonb, ' : ''}
             $7, $8, $9, $10::jsonb, conv.last_message_at
        FROM conv, permitted p
      RETURNING created_at
    ), ${hasFiles ? `${takeUploads({ agent: '$2', message: '$4' })}, ` : ''}${isStreamed ? `${endStream('$4')}, ` : ''}begun AS (
      UPDATE task_run r SET status = 'running', touched_at = now(), ${beginTime('r')}
        FROM written WHERE r.id = $9 AND r.status = 'pending' RETURNING r.task_id
    ), touched AS (${touchRun('$9', 'FROM written')}
    )
    SELECT p.owner_id, w.created_at, (SELECT task_id FROM begun) AS begun FROM permitted p, written w`;

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
