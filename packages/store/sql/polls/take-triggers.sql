-- It waits for locked rows: of two polls at once the one that waited looks at the row again.
-- takes: agent_id, limit, bytes_max, lease_ms
WITH free AS MATERIALIZED (
  SELECT e.id, e.seq FROM event e
   WHERE e.agent_id = $1 AND e.type = 'task_trigger' AND e.is_listed
     AND (e.is_queued OR (SELECT r.slot FROM agent_reach r WHERE r.agent_id = $1) IS NULL
          OR e.state = 'open' AND e.push_no <= (SELECT r.kept_after FROM agent_reach r WHERE r.agent_id = $1))
     AND (e.leased_until IS NULL OR e.leased_until <= now())
     -- One by one: if the planner believed that few fulfil this, it would gather everything that is listed.
     AND (SELECT r.status IN ('pending', 'running') FROM run_record r WHERE r."runId" = e.subject_id)
   ORDER BY e.seq LIMIT $2 FOR NO KEY UPDATE OF e
), fitting AS MATERIALIZED (
  SELECT * FROM (
    SELECT f.id, sum(octet_length(l.frame)) OVER (ORDER BY f.seq) - octet_length(l.frame) AS before
      FROM free f CROSS JOIN LATERAL (SELECT frame FROM event WHERE id = f.id OFFSET 0) l
  ) f WHERE f.before < $3
), leased AS (
  UPDATE event e SET leased_until = now() + $4::int * interval '1 millisecond', is_queued = true
    FROM fitting f WHERE e.id = f.id
  RETURNING e.id, e.seq, e.subject_id, e.frame, e.created_at
)
SELECT id AS "eventId", coalesce(subject_id, '') AS "runId", frame, created_at AS "receivedAt"
  FROM leased ORDER BY seq
