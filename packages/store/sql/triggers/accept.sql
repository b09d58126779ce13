-- Takes calls of triggers in: those that are proven, new and fit get a run and an event.
-- Locks have one order: agents, tasks, runs, at which calls with one payload meet, counters. Runs of that payload
-- whose window is past lose their key first.
-- An agent gets the headers that its task names. PostgreSQL writes a space before each colon of theirs, so that
-- none looks like a field of the frame. OFFSET 0: they are made once.
-- The planner believes in one call. Full joins and `IS TRUE` keep it from comparing each with all others.
-- takes: hashes, trigger_keys (string | null)[], payloads (string | null)[], run_ids, event_ids
-- takes: proven_versions (string | null)[], fits, window string, headers
-- gives: run_id?, seq?, push_no?, slot?, is_reachable?, created_at?, head?
-- gives: sender_version?, sender_scheme? SenderScheme, sender_header?, sender_id_header?, sender_sealed?
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
  FULL JOIN fresh f USING (ord) FULL JOIN appended e ON e.event_id = f.event_id
