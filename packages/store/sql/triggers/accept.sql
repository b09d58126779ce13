-- Takes calls of triggers in: those that are proven, new and fit get a receipt, a run and an event.
-- Locks have one order: agents, tasks, receipts, at which calls with one payload meet, runs, counters.
-- An agent gets the headers that its task names. PostgreSQL writes a space before each colon of theirs, so that
-- none looks like a field of the frame. OFFSET 0: they are made once.
-- The planner believes in one call. Full joins and `IS TRUE` keep it from comparing each with all others.
-- takes: hashes, payload_hashes (Buffer | null)[], payloads (string | null)[], run_ids, event_ids
-- takes: proven_versions (string | null)[], fits, window string, headers
-- gives: run_id?, seq?, push_no?, slot?, is_reachable?, created_at?, head?
-- gives: sender_version?, sender_scheme? SenderScheme, sender_header?, sender_id_header?, sender_sealed?
WITH asked AS MATERIALIZED (
  SELECT c.*, g.*, g.sender_version IS NOT DISTINCT FROM c.proven_version AS is_proven,
         (SELECT run_id FROM trigger_receipt r WHERE r.task_id = g.task_id AND r.payload_hash = c.payload_hash
             AND r.received_at > now() - $8::interval) AS former_run_id
    FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[],
                $9::text[]) WITH ORDINALITY
           AS c (hash, payload_hash, payload, run_id, event_id, proven_version, fits, sent, ord)
    FULL JOIN hold_triggers($1) g ON g.trigger_hash = c.hash
), receipt AS (
  INSERT INTO trigger_receipt AS r (task_id, payload_hash, run_id, received_at)
  SELECT task_id, payload_hash, run_id, now() FROM asked WHERE enabled AND is_proven AND fits
     AND payload_hash IS NOT NULL AND former_run_id IS NULL ORDER BY task_id, payload_hash
  ON CONFLICT (task_id, payload_hash) DO UPDATE
     SET run_id = CASE WHEN r.received_at > now() - $8::interval THEN r.run_id ELSE excluded.run_id END,
         received_at = CASE WHEN r.received_at > now() - $8::interval THEN r.received_at ELSE now() END
  RETURNING r.task_id, r.payload_hash, r.run_id
), fresh AS MATERIALIZED (
  SELECT a.*, n.named, '{"type":"task_trigger","task_id":' || to_json(task_id) || ',"run_id":' ||
         to_json(run_id) || coalesce(',"headers":' || n.named, '') || ',"task_name":' || to_json(name) ||
         ',"task_prompt":' || to_json(prompt) || ',"payload":' AS head
    FROM asked a CROSS JOIN LATERAL (
      SELECT CASE WHEN a.headers <> '{}' THEN coalesce((SELECT json_object_agg(h.key, h.value)
               FROM json_each(a.sent::json) h WHERE h.key = ANY (a.headers)), '{}') END AS named OFFSET 0
    ) n
   WHERE (run_id IN (SELECT run_id FROM receipt)) IS TRUE
), run AS (
  INSERT INTO task_run (id, task_id, agent_id, status, origin, event_id, headers)
  SELECT run_id, task_id, agent_id, 'pending', 'trigger', event_id, named FROM fresh
), appended AS MATERIALIZED (
  SELECT e.* FROM append_events(
    ARRAY(SELECT event_id FROM fresh ORDER BY ord), ARRAY(SELECT agent_id FROM fresh ORDER BY ord),
    ARRAY(SELECT 'task_trigger' FROM fresh), ARRAY(SELECT head || payload || '}' FROM fresh ORDER BY ord),
    ARRAY(SELECT run_id FROM fresh ORDER BY ord)) e WHERE EXISTS (SELECT FROM fresh)
)
SELECT a.ord, a.task_id, a.agent_id, a.owner_id, a.enabled, a.is_proven, a.sender_version, a.sender_scheme,
       a.sender_header, a.sender_id_header, a.sender_sealed, e.seq, e.push_no, e.slot, e.is_reachable,
       e.created_at, f.head, coalesce(CASE WHEN a.fits THEN r.run_id END, a.former_run_id) AS run_id
  FROM (SELECT * FROM asked WHERE task_id IS NOT NULL) a FULL JOIN receipt r USING (task_id, payload_hash)
  FULL JOIN fresh f USING (ord) FULL JOIN appended e ON e.event_id = f.event_id
