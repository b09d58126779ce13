// Generated from packages/store/sql by `npm run sql`.
import type { SearchKind } from '@svc/domain';
import { statement } from '../statement.js';

/** Tasks and requests whose words have changed, the longest ago first. */
export const due = statement<{ limit: number }, { no: number; id: string }>('search/due', ['limit'], `
SELECT no, id FROM search_due ORDER BY no LIMIT $1`);

/** Conversations with messages since a moment, or of the last minute, that have no entries. A transaction that is under way may still bring messages of the last seconds. */
export const findNewest = statement<{ since: Date | null; limit: number }, { since: Date; next_since: Date; ids: string[] }>('search/find-newest', ['since', 'limit'], `
WITH bound AS MATERIALIZED (
  SELECT coalesce($1::timestamptz, now() - interval '1 minute') AS since
), recent AS MATERIALIZED (
  SELECT m.conversation_id, max(m.created_at) AS newest FROM message m
   WHERE m.created_at > (SELECT since FROM bound) GROUP BY m.conversation_id
)
SELECT b.since, now() - interval '5 seconds' AS next_since, ARRAY(
         SELECT c.id FROM recent r
           JOIN conversation c ON c.id = r.conversation_id JOIN agent a ON a.id = c.agent_id
           LEFT JOIN search_place p ON p.conversation_id = c.id
          WHERE c.deleted_at IS NULL AND a.deleted_at IS NULL
            AND (p.conversation_id IS NULL OR c.last_message_at > p.indexed_until)
          ORDER BY r.newest LIMIT $2) AS ids
  FROM bound b`);

/** These changes have their entries. */
export const forgetDue = statement<{ numbers: readonly number[] }, object>('search/forget-due', ['numbers'], `
DELETE FROM search_due WHERE no = ANY ($1::bigint[])`);

/** The words of requests with the messages that show them, which are held against removal. One that somebody else holds has none. A card is among the first messages since its request. */
export const holdCards = statement<{ ids: readonly string[] }, { decision_id: string; id: string; is_held: boolean; userId: string; agentId: string; at: Date; kind: string; text: string; report_title: string | null; report_description: string | null; files: { name: string }[] | null; decision_title: string | null; decision_description: string | null; decision_action: string | null; decision_note: string | null }>('search/hold-cards', ['ids'], `
WITH card AS MATERIALIZED (
  SELECT d.id AS decision_id, c.user_id, c.agent_id, x.id, x.created_at
    FROM decision d JOIN conversation c ON c.id = d.conversation_id
    CROSS JOIN LATERAL (
      SELECT y.id, y.created_at FROM (
        SELECT m.id, m.created_at, m.decision_id FROM message m
         WHERE m.conversation_id = d.conversation_id AND m.created_at >= d.created_at - interval '1 second'
         ORDER BY m.created_at LIMIT 1000
      ) y WHERE y.decision_id = d.id LIMIT 1
    ) x
   WHERE d.id = ANY ($1::text[]) AND c.deleted_at IS NULL
), held AS MATERIALIZED (
  SELECT m.* FROM message m WHERE m.id = ANY (ARRAY(SELECT id FROM card))
   ORDER BY m.id FOR KEY SHARE SKIP LOCKED
)
SELECT k.decision_id, k.id, m.id IS NOT NULL AS is_held, k.user_id AS "userId", k.agent_id AS "agentId",
       k.created_at AS at, CASE m.kind WHEN 'text' THEN 'message' ELSE m.kind END AS kind,
       m.text, m.report_title, m.report_description, m.files, d.title AS decision_title,
       d.description AS decision_description, d.action AS decision_action, d.note AS decision_note
  FROM card k LEFT JOIN held m ON m.id = k.id LEFT JOIN decision d ON d.id = k.decision_id`);

/** The next messages of conversations without entries, first the newer ones, each part in its order. They are held against removal, as are their conversations; one that somebody else holds has no words. A conversation without any is one row. A lock may be of a newer version of a row than this sees messages of. */
export const holdMessages = statement<{ conversationIds: readonly string[]; limit: number }, { conversation_id: string; userId: string; agentId: string; last_message_at: Date | null; indexed_until: Date; left_before: Date | null; is_known: boolean; is_newer: boolean | null; id: string; at: Date; is_held: boolean; kind: string; text: string; report_title: string | null; report_description: string | null; files: { name: string }[] | null; decision_title: string | null; decision_description: string | null; decision_action: string | null; decision_note: string | null }>('search/hold-messages', ['conversationIds', 'limit'], `
WITH kept AS MATERIALIZED (
  SELECT c.id FROM conversation c WHERE c.id = ANY ($1::text[]) ORDER BY c.id FOR KEY SHARE SKIP LOCKED
), conv AS MATERIALIZED (
  SELECT c.id, c.user_id, c.agent_id, c.last_message_at, p.conversation_id IS NOT NULL AS is_known,
         coalesce(p.indexed_until, c.last_message_at) AS indexed_until,
         CASE WHEN p.conversation_id IS NULL THEN c.last_message_at + interval '1 millisecond'
              ELSE p.left_before END AS left_before
    FROM conversation c LEFT JOIN search_place p ON p.conversation_id = c.id
   WHERE c.id IN (SELECT id FROM kept) AND c.deleted_at IS NULL AND c.last_message_at IS NOT NULL
), portion AS MATERIALIZED (
  SELECT v.id AS conversation_id, true AS is_newer, x.id, x.created_at FROM conv v CROSS JOIN LATERAL (
    SELECT m.id, m.created_at FROM message m
     WHERE m.conversation_id = v.id AND m.created_at > v.indexed_until AND m.created_at <= v.last_message_at
     ORDER BY m.created_at LIMIT $2) x
  UNION ALL
  SELECT v.id, false, x.id, x.created_at FROM conv v CROSS JOIN LATERAL (
    SELECT m.id, m.created_at FROM message m
     WHERE m.conversation_id = v.id AND m.created_at < v.left_before ORDER BY m.created_at DESC LIMIT $2) x
), held AS MATERIALIZED (
  SELECT m.* FROM message m WHERE m.id = ANY (ARRAY(SELECT id FROM portion))
   ORDER BY m.id FOR KEY SHARE SKIP LOCKED
)
SELECT v.id AS conversation_id, v.user_id AS "userId", v.agent_id AS "agentId", v.last_message_at,
       v.indexed_until, v.left_before, v.is_known, p.is_newer, p.id, p.created_at AS at,
       m.id IS NOT NULL AS is_held, CASE m.kind WHEN 'text' THEN 'message' ELSE m.kind END AS kind, m.text,
       m.report_title, m.report_description, m.files, d.title AS decision_title,
       d.description AS decision_description, d.action AS decision_action, d.note AS decision_note
  FROM conv v LEFT JOIN portion p ON p.conversation_id = v.id LEFT JOIN held m ON m.id = p.id
  LEFT JOIN decision d ON d.id = m.decision_id
 ORDER BY v.id, p.is_newer DESC, CASE WHEN p.is_newer THEN p.created_at END, p.created_at DESC`);

/** Holds the row of the pass, so that no two processes write the same entries. None if another one holds it. */
export const holdPass = statement<object, { after: string }>('search/hold-pass', [], `
SELECT after FROM search_pass WHERE id = 1 FOR UPDATE SKIP LOCKED`);

/** The words of tasks, which are held against removal. One that somebody else holds has none. */
export const holdTasks = statement<{ ids: readonly string[] }, { id: string; is_held: boolean; userId: string; agentId: string; at: Date; name: string; prompt: string }>('search/hold-tasks', ['ids'], `
WITH held AS MATERIALIZED (
  SELECT id, name, prompt FROM task WHERE id = ANY ($1::text[]) ORDER BY id FOR KEY SHARE SKIP LOCKED
)
SELECT t.id, h.id IS NOT NULL AS is_held, a.owner_id AS "userId", a.id AS "agentId", t.created_at AS at,
       h.name, h.prompt
  FROM task t JOIN agent a ON a.id = t.agent_id LEFT JOIN held h ON h.id = t.id
 WHERE t.id = ANY ($1::text[]) AND t.deleted_at IS NULL`);

/** Bounds how long a statement of this transaction may take. */
export const limitTime = statement<{ milliseconds: string }, { set_config: string }>('search/limit-time', ['milliseconds'], `
SELECT set_config('statement_timeout', $1, true)`);

/** The next conversations of a pass that have messages without entries, and the last one looked at, or null. */
export const lookThrough = statement<{ after: string; lookedAtMax: number; limit: number }, { last: string | null; ids: string[] }>('search/look-through', ['after', 'lookedAtMax', 'limit'], `
WITH looked AS MATERIALIZED (
  SELECT c.id, c.agent_id, c.last_message_at IS NOT NULL AND c.deleted_at IS NULL
         AND (p.conversation_id IS NULL OR c.last_message_at > p.indexed_until OR p.left_before IS NOT NULL)
         AS is_due
    FROM conversation c LEFT JOIN search_place p ON p.conversation_id = c.id
   WHERE c.id > $1 ORDER BY c.id LIMIT $2
)
SELECT CASE WHEN (SELECT count(*) FROM looked) = $2 THEN (SELECT max(id) FROM looked) END AS last, ARRAY(
         SELECT l.id FROM looked l JOIN agent a ON a.id = l.agent_id
          WHERE l.is_due AND a.deleted_at IS NULL ORDER BY l.id LIMIT $3) AS ids`);

/** The pass goes on behind a conversation. */
export const movePass = statement<{ after: string }, object>('search/move-pass', ['after'], `
UPDATE search_pass SET after = $1 WHERE id = 1`);

/** What fits among the newest things of a user, with the last thing that was looked at, if any follow. OFFSET 0 lets the planner look things up one by one. */
export const newest = statement<{ userId: string; words: string; kind: string | null; agentId: string | null; at: Date | 'infinity'; entryId: string; limit: number; lookedAtMax: number }, { entryId: string | null; at: Date; kind: SearchKind; agentId: string; id: string; user_id: string; message_id: string | null; conversation_id: string; sender: 'agent' | 'human'; sender_name: string; task_run_id: string | null; decision_id: string | null; text: string; report_title: string | null; report_description: string | null; files: { name: string }[] | null; decision_title: string | null; decision_description: string | null; decision_action: string | null; decision_note: string | null; last_at: Date | null; last_id: string | null }>('search/newest', ['userId', 'words', 'kind', 'agentId', 'at', 'entryId', 'limit', 'lookedAtMax'], `
WITH near AS MATERIALIZED (
  SELECT e.id, e.at, e.kind, e.agent_id, e.words FROM search_entry e
   WHERE e.user_id = $1 AND (e.at, e.id) < ($5::timestamptz, $6::text) ORDER BY e.at DESC, e.id DESC LIMIT $8
), hit AS (
  SELECT e.id AS "entryId", e.at, e.kind, e.agent_id AS "agentId", x.*
    FROM (
      SELECT * FROM near e
       WHERE e.words @@ $2::tsquery AND ($3::text IS NULL OR e.kind = $3)
         AND ($4::text IS NULL OR e.agent_id = $4)
       ORDER BY e.at DESC, e.id DESC OFFSET 0
    ) e
   CROSS JOIN LATERAL (SELECT * FROM searched s WHERE s.id = e.id AND s.user_id = $1 OFFSET 0) x
   ORDER BY e.at DESC, e.id DESC LIMIT $7
), border AS (
  SELECT max(at) AS last_at, max(id) AS last_id
    FROM (SELECT at, id FROM near ORDER BY at, id
           LIMIT CASE WHEN (SELECT count(*) FROM near) = $8 THEN 1 ELSE 0 END) e
)
SELECT hit.*, border.last_at, border.last_id FROM border LEFT JOIN hit ON true
 ORDER BY hit.at DESC, hit."entryId" DESC`);

/** These things have no words any more. */
export const removeEntries = statement<{ ids: readonly string[] }, object>('search/remove-entries', ['ids'], `
DELETE FROM search_entry WHERE id = ANY ($1::text[])`);

/** What fits behind a place in a user's list. The user is compared in an expression, so that the index of words is read, and not all of the user's entries. As in search/newest, things are looked up one by one. */
export const rest = statement<{ userId: string; words: string; kind: string | null; agentId: string | null; at: Date; entryId: string; limit: number }, { entryId: string; at: Date; kind: SearchKind; agentId: string; id: string; user_id: string; message_id: string | null; conversation_id: string; sender: 'agent' | 'human'; sender_name: string; task_run_id: string | null; decision_id: string | null; text: string; report_title: string | null; report_description: string | null; files: { name: string }[] | null; decision_title: string | null; decision_description: string | null; decision_action: string | null; decision_note: string | null }>('search/rest', ['userId', 'words', 'kind', 'agentId', 'at', 'entryId', 'limit'], `
SELECT e.id AS "entryId", e.at, e.kind, e.agent_id AS "agentId", x.*
  FROM (
    SELECT e.id, e.at, e.kind, e.agent_id FROM search_entry e
     WHERE e.words @@ $2::tsquery AND ($3::text IS NULL OR e.kind = $3)
       AND ($4::text IS NULL OR e.agent_id = $4) AND e.user_id || '' = $1
       AND (e.at, e.id) < ($5::timestamptz, $6::text)
     ORDER BY e.at DESC, e.id DESC OFFSET 0
  ) e
 CROSS JOIN LATERAL (SELECT * FROM searched s WHERE s.id = e.id AND s.user_id = $1 OFFSET 0) x
 ORDER BY e.at DESC, e.id DESC LIMIT $7`);

/** Writes entries of things that are locked, or writes them anew. */
export const writeEntries = statement<{ ids: readonly string[]; userIds: readonly string[]; agentIds: readonly string[]; kinds: readonly string[]; ats: readonly Date[]; words: readonly string[] }, object>('search/write-entries', ['ids', 'userIds', 'agentIds', 'kinds', 'ats', 'words'], `
INSERT INTO search_entry AS e (id, user_id, agent_id, kind, at, words)
SELECT g.id, g.user_id, g.agent_id, g.kind, g.at, g.words::tsvector
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
       AS g (id, user_id, agent_id, kind, at, words)
    ON CONFLICT (id) DO UPDATE SET words = excluded.words WHERE e.words <> excluded.words`);

/** Writes how far the messages of conversations have entries. */
export const writePlaces = statement<{ conversationIds: readonly string[]; indexedUntil: readonly Date[]; leftBefore: (Date | null)[] }, object>('search/write-places', ['conversationIds', 'indexedUntil', 'leftBefore'], `
INSERT INTO search_place (conversation_id, indexed_until, left_before)
SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[])
    ON CONFLICT (conversation_id) DO UPDATE
   SET indexed_until = excluded.indexed_until, left_before = excluded.left_before`);
