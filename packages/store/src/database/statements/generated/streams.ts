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

/** Keeps text of messages that grow. Passes over those that are gone, or that another process is removing. A piece that comes again may have grown, since it is not known whether the first try was committed. */
export const keep = statement<{ messageIds: readonly string[]; offsets: readonly number[]; texts: readonly string[]; seenIds: readonly string[]; cutIds: readonly string[] }, object>('streams/keep', ['messageIds', 'offsets', 'texts', 'seenIds', 'cutIds'], `
WITH locked AS MATERIALIZED (
  SELECT s.message_id FROM message_stream s
   WHERE s.message_id = ANY ($4::text[]) FOR NO KEY UPDATE SKIP LOCKED
), seen AS (
  UPDATE message_stream s SET seen_at = now(), is_cut = s.message_id = ANY ($5::text[])
    FROM locked h WHERE s.message_id = h.message_id
)
INSERT INTO message_stream_piece AS p (message_id, at, text)
SELECT g.message_id, g.at, g.text
  FROM unnest($1::text[], $2::int[], $3::text[]) AS g (message_id, at, text)
  JOIN locked h ON h.message_id = g.message_id
ON CONFLICT (message_id, at) DO UPDATE SET text = excluded.text`);

/** What agents are writing in a conversation of the user, oldest first, or a row of nulls. What broke off is left out once the agent has sent or begun another message, even 5 s before: it may notice before we do. */
export const list = statement<{ conversationId: string; userId: string; silentMs: number; limit: number }, { messageId: string | null; agentId: string; isCut: boolean; startedAt: Date; text: string | null }>('streams/list', ['conversationId', 'userId', 'silentMs', 'limit'], `
SELECT s.message_id AS "messageId", s.agent_id AS "agentId", s.is_over AS "isCut",
       s.started_at AS "startedAt",
       (SELECT string_agg(p.text, '' ORDER BY p.at) FROM message_stream_piece p
         WHERE p.message_id = s.message_id) AS text
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
