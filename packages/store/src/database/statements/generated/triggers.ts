// Generated from packages/store/sql by `npm run sql`.
import type { SenderScheme } from '@svc/domain';
import { statement } from '../statement.js';

/** Takes calls of triggers in: those that are proven, new and fit get a run and an event. Locks have one order: agents, tasks, runs, at which calls with one payload meet, counters. Runs of that payload whose window is past lose their key first. An agent gets the headers that its task names. PostgreSQL writes a space before each colon of theirs, so that none looks like a field of the frame. OFFSET 0: they are made once. The planner believes in one call. Full joins and `IS TRUE` keep it from comparing each with all others. */
export const accept = statement<{ hashes: readonly Buffer[]; triggerKeys: (string | null)[]; payloads: (string | null)[]; runIds: readonly string[]; eventIds: readonly string[]; provenVersions: (string | null)[]; fits: readonly boolean[]; window: string; headers: readonly string[] }, { ord: number; task_id: string; agent_id: string; owner_id: string; enabled: boolean; is_proven: boolean; sender_version: string | null; sender_scheme: SenderScheme | null; sender_header: string | null; sender_id_header: string | null; sender_sealed: Buffer | null; seq: number | null; push_no: number | null; slot: string | null; is_reachable: boolean | null; created_at: Date | null; head: string | null; run_id: string | null }>('triggers/accept', ['hashes', 'triggerKeys', 'payloads', 'runIds', 'eventIds', 'provenVersions', 'fits', 'window', 'headers'], `
WITH asked AS MATERIALIZED (
  SELECT c.*, g.*, g.sender_version IS NOT DISTINCT FROM c.proven_version AS is_proven, f.*
    FROM unnest($1::bytea[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bool[], $9::text[])
           WITH ORDINALITY AS c (hash, trigger_key, payload, run_id, event_id, proven_version, fits, sent, ord)
    FULL JOIN hold_triggers($1) g ON g.trigger_hash = c.hash
    LEFT JOIN LATERAL (
      SELECT r.id AS former_run_id, r.started_at > now() - $8::interval AS is_duplicate FROM task_run r
       WHERE r.trigger_key = c.trigger_key OFFSET 0
    ) f ON true
), past AS (
  UPDATE task_run SET trigger_key = NULL WHERE id = ANY (ARRAY(
    SELECT former_run_id FROM asked WHERE NOT is_duplicate AND enabled AND is_proven AND fits)) RETURNING id
), new AS MATERIALIZED (
  SELECT a.*, n.named, '{"type":"task_trigger","task_id":' || to_json(task_id) || ',"run_id":' ||
         to_json(run_id) || coalesce(',"headers":' || n.named, '') || ',"task_name":' || to_json(name) ||
         ',"task_prompt":' || to_json(prompt) || ',"payload":' AS head
    FROM asked a CROSS JOIN LATERAL (
      SELECT CASE WHEN a.headers <> '{}' THEN coalesce((SELECT json_object_agg(h.key, h.value)
               FROM json_each(a.sent::json) h WHERE h.key = ANY (a.headers)), '{}') END AS named OFFSET 0
    ) n
   WHERE enabled AND is_proven AND fits AND trigger_key IS NOT NULL AND is_duplicate IS NOT TRUE
     AND (SELECT count(*) FROM past) >= 0
), run AS (
  INSERT INTO task_run (id, task_id, agent_id, status, origin, event_id, headers, trigger_key)
  SELECT run_id, task_id, agent_id, 'pending', 'trigger', event_id, named, trigger_key FROM new
   ORDER BY trigger_key ON CONFLICT (trigger_key) WHERE trigger_key IS NOT NULL
   DO UPDATE SET trigger_key = excluded.trigger_key RETURNING id, trigger_key
), fresh AS MATERIALIZED (
  SELECT * FROM new WHERE (run_id IN (SELECT id FROM run)) IS TRUE
), appended AS MATERIALIZED (
  SELECT e.* FROM append_events(
    ARRAY(SELECT event_id FROM fresh ORDER BY ord), ARRAY(SELECT agent_id FROM fresh ORDER BY ord),
    ARRAY(SELECT 'task_trigger' FROM fresh), ARRAY(SELECT head || payload || '}' FROM fresh ORDER BY ord),
    ARRAY(SELECT run_id FROM fresh ORDER BY ord)) e WHERE EXISTS (SELECT FROM fresh)
)
SELECT a.ord, a.task_id, a.agent_id, a.owner_id, a.enabled, a.is_proven, a.sender_version, a.sender_scheme,
       a.sender_header, a.sender_id_header, a.sender_sealed, e.seq, e.push_no, e.slot, e.is_reachable,
       e.created_at, f.head, CASE WHEN a.is_duplicate THEN a.former_run_id WHEN a.fits THEN r.id END AS run_id
  FROM (SELECT * FROM asked WHERE task_id IS NOT NULL) a FULL JOIN run r USING (trigger_key)
  FULL JOIN fresh f USING (ord) FULL JOIN appended e ON e.event_id = f.event_id`);

/** Counts calls that proved no sender. Rows are locked in one order. */
export const countRefusals = statement<{ taskIds: readonly string[]; counts: readonly number[]; lastAt: readonly Date[]; lastReasons: readonly string[] }, { taskId: string; agentId: string; ownerId: string }>('triggers/count-refusals', ['taskIds', 'counts', 'lastAt', 'lastReasons'], `
WITH refused AS MATERIALIZED (
  SELECT t.id, c.count, c.last_at, c.last_reason
    FROM unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::text[])
           AS c (task_id, count, last_at, last_reason)
    JOIN task t ON t.id = c.task_id
   WHERE t.sender_version IS NOT NULL ORDER BY t.id FOR NO KEY UPDATE OF t
), counted AS (
  UPDATE task t
     SET refused_count = coalesce(t.refused_count, 0) + r.count, refused_at = greatest(t.refused_at, r.last_at),
         refused_reason = r.last_reason
    FROM refused r WHERE t.id = r.id
  RETURNING t.id, t.agent_id
)
SELECT c.id AS "taskId", c.agent_id AS "agentId", a.owner_id AS "ownerId"
  FROM counted c JOIN agent a ON a.id = c.agent_id`);

/** The order is the index's, and the limit is hidden from planners, so that only so many are read. */
export const countWaiting = statement<{ taskIds: readonly string[]; limit: number }, { used: number }>('triggers/count-waiting', ['taskIds', 'limit'], `
SELECT (SELECT count(*)::int FROM (
  SELECT FROM task_run r WHERE r.task_id = t.id AND r.stage BETWEEN 0 AND 0 ORDER BY r.stage, r.id
   LIMIT (SELECT $2::int)
) waiting) AS used FROM unnest($1::text[]) WITH ORDINALITY AS t (id, ordinal) ORDER BY t.ordinal`);

/** The tasks of triggers, and their agents. */
export const findOwners = statement<{ hashes: readonly Buffer[] }, { hash: Buffer; taskId: string; agentId: string }>('triggers/find-owners', ['hashes'], `
SELECT h.hash, t.id AS "taskId", t.agent_id AS "agentId"
  FROM unnest($1::bytea[]) AS h (hash) JOIN task t ON t.trigger_hash = h.hash`);

/** Gives a task a trigger, or its trigger another id. */
export const put = statement<{ taskId: string; hash: Buffer; sealed: Buffer }, object>('triggers/put', ['taskId', 'hash', 'sealed'], `
UPDATE task SET trigger_hash = $2, trigger_sealed = $3 WHERE id = $1`);

/** Removes a task's trigger. The keys of its runs are of the task, so they count for a later trigger of it too. */
export const remove = statement<{ taskId: string }, object>('triggers/remove', ['taskId'], `
UPDATE task
   SET trigger_hash = NULL, trigger_sealed = NULL, trigger_headers = '{}', sender_version = NULL,
       sender_scheme = NULL, sender_header = NULL, sender_id_header = NULL, sender_sealed = NULL,
       sender_set_at = NULL, refused_count = NULL, refused_at = NULL, refused_reason = NULL
 WHERE id = $1`);

/** Callers of the trigger have to prove nothing any more, and those that were refused are forgotten. The header of the secret is no more among those that the agent gets: calls may still have it. */
export const removeSender = statement<{ taskId: string }, { id: string }>('triggers/remove-sender', ['taskId'], `
UPDATE task
   SET sender_version = NULL, sender_scheme = NULL, sender_header = NULL, sender_id_header = NULL,
       sender_sealed = NULL, sender_set_at = NULL,
       trigger_headers = array_remove(trigger_headers, sender_header),
       refused_count = NULL, refused_at = NULL, refused_reason = NULL
 WHERE id = $1 AND sender_version IS NOT NULL RETURNING id`);

/** Says which headers of calls the agent gets. Nothing for a task without a trigger. */
export const setHeaders = statement<{ taskId: string; headers: readonly string[] }, { id: string }>('triggers/set-headers', ['taskId', 'headers'], `
UPDATE task SET trigger_headers = $2 WHERE id = $1 AND trigger_hash IS NOT NULL RETURNING id`);

/** Sets what callers of a trigger have to prove. The header of a former secret is no more among those that the agent gets: calls may still have it. */
export const setSender = statement<{ taskId: string; version: string; scheme: string; header: string | null; idHeader: string | null; sealed: Buffer }, object>('triggers/set-sender', ['taskId', 'version', 'scheme', 'header', 'idHeader', 'sealed'], `
UPDATE task
   SET sender_version = $2, sender_scheme = $3, sender_header = $4, sender_id_header = $5,
       sender_sealed = $6, sender_set_at = now(),
       trigger_headers = array_remove(trigger_headers, sender_header)
 WHERE id = $1`);
