// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

/** Removes what broke off as well: all here, and elsewhere the agent's oldest, but for cut_max. */
export const begin = statement<{ messageId: string; agentId: string; conversationId: string; growingMax: number; silentMs: number; cutMax: number }, { growing: number; is_begun: boolean }>('streams/begin', ['messageId', 'agentId', 'conversationId', 'growingMax', 'silentMs', 'cutMax'], `
WITH mine AS MATERIALIZED (
  SELECT s.*, row_number() OVER (PARTITION BY s.is_over ORDER BY s.started_at DESC) AS ordinal
    FROM (SELECT message_id, conversation_id, started_at,
                 is_cut OR seen_at < now() - $5::int * interval '1 millisecond' AS is_over
            FROM message_stream WHERE agent_id = $2) s
), gone AS (
  DELETE FROM message_stream s USING (
    SELECT k.message_id FROM message_stream k JOIN mine m ON m.message_id = k.message_id
     WHERE m.is_over AND (m.conversation_id = $3 OR m.ordinal > $6) FOR UPDATE OF k SKIP LOCKED
  ) old WHERE s.message_id = old.message_id
), begun AS (
  INSERT INTO message_stream (message_id, agent_id, conversation_id)
  SELECT $1, a.id, c.id FROM agent a JOIN conversation c ON c.agent_id = a.id
   WHERE a.id = $2 AND a.kind = 'interactive' AND a.deleted_at IS NULL AND c.id = $3 AND c.deleted_at IS NULL
     AND (SELECT count(*) FROM mine WHERE NOT is_over) < $4::int
  RETURNING message_id
)
SELECT (SELECT count(*) FROM mine WHERE NOT is_over) AS growing, EXISTS (SELECT FROM begun) AS is_begun`);

export const end = statement<{ messageId: string }, object>('streams/end', ['messageId'], `
DELETE FROM message_stream WHERE message_id = $1`);

/** Says of messages that they grow or were cut off. Passes over those that are gone, or that another process is removing. A text is null where nothing has come to it; a statement that comes late makes none shorter. */
export const keep = statement<{ messageIds: readonly string[]; texts: (string | null)[]; areCut: readonly boolean[] }, object>('streams/keep', ['messageIds', 'texts', 'areCut'], `
WITH locked AS MATERIALIZED (
  SELECT s.message_id, g.text, g.is_cut
    FROM message_stream s
    JOIN unnest($1::text[], $2::text[], $3::boolean[]) AS g (message_id, text, is_cut)
      ON g.message_id = s.message_id
     FOR NO KEY UPDATE OF s SKIP LOCKED
)
UPDATE message_stream s
   SET seen_at = now(), is_cut = l.is_cut,
       text = CASE WHEN length(l.text) < length(s.text) THEN s.text ELSE coalesce(l.text, s.text) END
  FROM locked l WHERE s.message_id = l.message_id`);

/** What agents are writing in a conversation of the user, oldest first, or a row of nulls. What broke off is left out once the agent has sent or begun another message, even 5 s before: it may notice before we do. */
export const list = statement<{ conversationId: string; userId: string; silentMs: number; limit: number }, { messageId: string | null; agentId: string; isCut: boolean; startedAt: Date; text: string }>('streams/list', ['conversationId', 'userId', 'silentMs', 'limit'], `
SELECT s.message_id AS "messageId", s.agent_id AS "agentId", s.is_over AS "isCut",
       s.started_at AS "startedAt", s.text
  FROM conversation c JOIN agent a ON a.id = c.agent_id
  LEFT JOIN LATERAL (
    SELECT s.* FROM (
      SELECT m.*, m.is_cut OR m.seen_at < now() - $3::int * interval '1 millisecond' AS is_over
        FROM message_stream m WHERE m.conversation_id = c.id
    ) s
     WHERE NOT EXISTS (SELECT FROM message m WHERE m.id = s.message_id)
       AND NOT (s.is_over AND EXISTS (
         SELECT FROM message m
          WHERE m.conversation_id = c.id AND m.created_at > s.seen_at AND m.sender = 'agent'))
       AND NOT (s.is_over AND EXISTS (
         SELECT FROM message_stream n WHERE n.conversation_id = c.id
            AND n.started_at > greatest(s.started_at, s.seen_at - interval '5 seconds')))
     LIMIT $4
  ) s ON true
 WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND a.deleted_at IS NULL
 ORDER BY s.started_at, s.message_id`);
