// Generated from packages/store/sql by `npm run sql`.
import type { EventType, QuickReply } from '@svc/domain';
import { statement } from '../statement.js';

export const findQuickReplies = statement<{ messageId: string; userId: string }, { agentId: string; conversationId: string; replies: QuickReply[]; pressedIndex: number | null; pressedId: string | null }>('messages/find-quick-replies', ['messageId', 'userId'], `
SELECT c.agent_id AS "agentId", c.id AS "conversationId", m.quick_replies AS replies,
       m.quick_reply_index AS "pressedIndex", m.quick_reply_message_id AS "pressedId"
  FROM message m JOIN conversation c ON c.id = m.conversation_id JOIN agent a ON a.id = c.agent_id
 WHERE m.id = $1 AND m.quick_replies IS NOT NULL AND c.user_id = $2 AND c.deleted_at IS NULL
   AND a.deleted_at IS NULL`);

export const pressQuickReply = statement<{ messageId: string; conversationId: string; index: number; pressedMessageId: string }, { id: string }>('messages/press-quick-reply', ['messageId', 'conversationId', 'index', 'pressedMessageId'], `
UPDATE message m SET quick_reply_index = $3, quick_reply_message_id = $4
 WHERE m.id = $1 AND m.conversation_id = $2 AND m.quick_reply_index IS NULL
   AND NOT EXISTS (
     SELECT FROM message l
      WHERE l.conversation_id = m.conversation_id AND l.created_at > m.created_at AND l.id <> $4
        AND (l.sender = 'human' OR l.quick_replies IS NOT NULL))
RETURNING m.id`);

/** Writes an agent's message, unless there is one of this id. Its run begins, if it was pending. */
export const writeOfAgent = statement<{ conversationId: string; agentId: string; opensConversation: boolean; messageId: string; text: string; imageUrls: readonly string[]; audioUrl: string | null; files: string | null; reportTitle: string | null; reportDescription: string | null; taskRunId: string | null; quickReplies: string | null }, { createdAt: Date; userId: string; begunTaskId: string | null }>('messages/write-of-agent', ['conversationId', 'agentId', 'opensConversation', 'messageId', 'text', 'imageUrls', 'audioUrl', 'files', 'reportTitle', 'reportDescription', 'taskRunId', 'quickReplies'], `
WITH permitted AS (
  SELECT id, owner_id, agent_name FROM agent
   WHERE id = $2 AND deleted_at IS NULL AND NOT EXISTS (SELECT FROM message m WHERE m.id = $4)
     AND ($11::text IS NULL OR EXISTS (SELECT FROM task_run r WHERE r.id = $11 AND r.agent_id = $2))
), known AS (
  UPDATE conversation c
     SET last_message_text = left(coalesce(nullif($5, ''), $9, ''), 200),
         last_message_at = GREATEST(date_trunc('milliseconds', clock_timestamp()),
                                    c.last_message_at + interval '1 millisecond')
    FROM permitted p
   WHERE NOT $3::boolean AND c.id = $1 AND c.agent_id = p.id AND c.deleted_at IS NULL
  RETURNING c.id, c.last_message_at
), opened AS (
  INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text)
  SELECT $1, p.id, p.owner_id, t.now, t.now, left(coalesce(nullif($5, ''), $9, ''), 200)
    FROM permitted p, (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) t WHERE $3::boolean
  RETURNING id, last_message_at
), written AS (
  INSERT INTO message (id, conversation_id, sender, sender_name, kind, text, image_urls, audio_url, files,
                       report_title, report_description, task_run_id, quick_replies, created_at)
  SELECT $4, c.id, 'agent', p.agent_name, CASE WHEN $9::text IS NULL THEN 'text' ELSE 'report' END, $5,
         $6::text[], $7, $8::jsonb, $9, $10, $11, $12::jsonb, c.last_message_at
    FROM (SELECT * FROM known UNION ALL SELECT * FROM opened) c, permitted p
  RETURNING task_run_id, created_at
)
SELECT w.created_at AS "createdAt", p.owner_id AS "userId",
       CASE WHEN w.task_run_id IS NOT NULL THEN (
         SELECT task_id FROM begin_runs(ARRAY[w.task_run_id], are_touched => true)) END AS "begunTaskId"
  FROM permitted p, written w`);

/** Locks in the order of all statements, agent, conversation, counter, so that it cannot deadlock with them. */
export const writeOfUser = statement<{ conversationId: string; agentId: string; userId: string; opensConversation: boolean; messageId: string; senderName: string; text: string; imageUrls: readonly string[]; audioUrl: string | null; files: string | null; eventId: string; frame: string; isTest: boolean }, { written_at: Date; event_id: string; agent_id: string; type: EventType; subject_id: string; seq: number; push_no: number; created_at: Date; owner_id: string; slot: string | null; is_reachable: boolean }>('messages/write-of-user', ['conversationId', 'agentId', 'userId', 'opensConversation', 'messageId', 'senderName', 'text', 'imageUrls', 'audioUrl', 'files', 'eventId', 'frame', 'isTest'], `
WITH permitted AS (
  SELECT id FROM agent
   WHERE id = $2 AND owner_id = $3 AND kind = 'interactive' AND deleted_at IS NULL FOR KEY SHARE
), known AS (
  UPDATE conversation c
     SET last_message_text = left($7, 200),
         last_message_at = GREATEST(date_trunc('milliseconds', clock_timestamp()),
                                    c.last_message_at + interval '1 millisecond')
    FROM permitted p
   WHERE NOT $4::boolean AND c.id = $1 AND c.agent_id = p.id AND c.user_id = $3 AND c.deleted_at IS NULL
  RETURNING c.id, c.last_message_at
), opened AS (
  INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text,
                            archived_through)
  SELECT $1, p.id, $3, t.now, t.now, left($7, 200), CASE WHEN $13::boolean THEN timestamptz 'infinity' END
    FROM permitted p, (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) t WHERE $4::boolean
  RETURNING id, last_message_at
), written AS (
  INSERT INTO message (id, conversation_id, sender, sender_name, text, image_urls, audio_url, files, event_id,
                       created_at)
  SELECT $5, c.id, 'human', $6, $7, $8::text[], $9, $10::jsonb, $11, c.last_message_at
    FROM (SELECT * FROM known UNION ALL SELECT * FROM opened) c
  RETURNING id, event_id, created_at
)
SELECT w.created_at AS written_at, e.*
  FROM written w CROSS JOIN LATERAL
       append_events(ARRAY[w.event_id], ARRAY[$2], ARRAY['user_message'], ARRAY[$12], ARRAY[w.id]) e`);
