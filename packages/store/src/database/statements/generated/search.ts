// Generated from packages/store/sql by `npm run sql`.
import type { SearchKind } from '@svc/domain';
import { statement } from '../statement.js';

export const due = statement<{ limit: number }, { no: number; id: string }>('search/due', ['limit'], `
SELECT no, id FROM search_due ORDER BY no LIMIT $1`);

export const forgetDue = statement<{ numbers: readonly number[] }, object>('search/forget-due', ['numbers'], `
DELETE FROM search_due WHERE no = ANY ($1::bigint[])`);

/** Against removal, so that no entry outlives its message or its task, but for those that another holds. */
export const hold = statement<{ ids: readonly string[] }, { id: string }>('search/hold', ['ids'], `
WITH tasks AS (
  SELECT id FROM task WHERE id = ANY ($1::text[]) ORDER BY id FOR KEY SHARE SKIP LOCKED
), messages AS (
  SELECT id FROM message WHERE id = ANY ($1::text[]) ORDER BY id FOR KEY SHARE SKIP LOCKED
)
SELECT id FROM tasks UNION ALL SELECT id FROM messages`);

/** One process writes entries at a time: nothing that it reads of a thing is older than an entry of it. */
export const holdIndex = statement<object, { is_held: boolean }>('search/hold-index', [], `
SELECT pg_try_advisory_xact_lock(hashtextextended('search entries', 0)) AS is_held`);

export const limitTime = statement<{ milliseconds: string }, { set_config: string }>('search/limit-time', ['milliseconds'], `
SELECT set_config('statement_timeout', $1, true)`);

/** Also the last thing that was looked at, if any follow. OFFSET 0 lets the planner look things up one by one. */
export const newest = statement<{ userId: string; words: string; kind: string | null; agentId: string | null; at: Date | 'infinity'; entryId: string; limit: number; lookedAtMax: number }, { entryId: string | null; id: string; user_id: string; agentId: string; at: Date; kind: SearchKind; messageId: string | null; conversationId: string | null; sender: 'agent' | 'human' | null; senderName: string | null; task_run_id: string | null; decision_id: string | null; text: string; report_title: string | null; report_description: string | null; files: { name: string }[] | null; decision_title: string | null; decision_description: string | null; decision_action: string | null; decision_note: string | null; last_at: Date | null; last_id: string | null }>('search/newest', ['userId', 'words', 'kind', 'agentId', 'at', 'entryId', 'limit', 'lookedAtMax'], `
WITH near AS MATERIALIZED (
  SELECT e.id, e.at, e.kind, e.agent_id, e.words FROM search_entry e
   WHERE e.user_id = $1 AND (e.at, e.id) < ($5::timestamptz, $6::text) ORDER BY e.at DESC, e.id DESC LIMIT $8
), hit AS (
  SELECT e.id AS "entryId", x.*
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

/** What fits behind a position in a user's list. The user is compared in an expression, so that the index of words is read, and not all of the user's entries. As in search/newest, things are looked up one by one. */
export const rest = statement<{ userId: string; words: string; kind: string | null; agentId: string | null; at: Date; entryId: string; limit: number }, { entryId: string; id: string; user_id: string; agentId: string; at: Date; kind: SearchKind; messageId: string | null; conversationId: string | null; sender: 'agent' | 'human' | null; senderName: string | null; task_run_id: string | null; decision_id: string | null; text: string; report_title: string | null; report_description: string | null; files: { name: string }[] | null; decision_title: string | null; decision_description: string | null; decision_action: string | null; decision_note: string | null }>('search/rest', ['userId', 'words', 'kind', 'agentId', 'at', 'entryId', 'limit'], `
SELECT e.id AS "entryId", x.*
  FROM (
    SELECT e.id, e.at FROM search_entry e
     WHERE e.words @@ $2::tsquery AND ($3::text IS NULL OR e.kind = $3)
       AND ($4::text IS NULL OR e.agent_id = $4) AND e.user_id || '' = $1
       AND (e.at, e.id) < ($5::timestamptz, $6::text)
     ORDER BY e.at DESC, e.id DESC OFFSET 0
  ) e
 CROSS JOIN LATERAL (SELECT * FROM searched s WHERE s.id = e.id AND s.user_id = $1 OFFSET 0) x
 ORDER BY e.at DESC, e.id DESC LIMIT $7`);

export const texts = statement<{ ids: readonly string[] }, { id: string; user_id: string; agentId: string; at: Date; kind: SearchKind; messageId: string | null; conversationId: string | null; sender: 'agent' | 'human' | null; senderName: string | null; task_run_id: string | null; decision_id: string | null; text: string; report_title: string | null; report_description: string | null; files: { name: string }[] | null; decision_title: string | null; decision_description: string | null; decision_action: string | null; decision_note: string | null }>('search/texts', ['ids'], `
SELECT * FROM searched WHERE id = ANY ($1::text[])`);

export const writeEntries = statement<{ ids: readonly string[]; userIds: readonly string[]; agentIds: readonly string[]; kinds: readonly string[]; ats: readonly Date[]; words: readonly string[] }, object>('search/write-entries', ['ids', 'userIds', 'agentIds', 'kinds', 'ats', 'words'], `
INSERT INTO search_entry AS e (id, user_id, agent_id, kind, at, words)
SELECT g.id, g.user_id, g.agent_id, g.kind, g.at, g.words::tsvector
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
       AS g (id, user_id, agent_id, kind, at, words)
    ON CONFLICT (id) DO UPDATE SET words = excluded.words WHERE e.words <> excluded.words`);
