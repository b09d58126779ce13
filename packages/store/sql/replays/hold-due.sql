-- The agent is locked, so that its rows are not removed before those that are opened again.
-- gives: state 'running' | 'cancelled'
SELECT r.*, a.owner_id,
       (SELECT h.slot IS NOT NULL OR h.has_webhook FROM agent_reach h WHERE h.agent_id = a.id) AS is_reachable
  FROM replay r JOIN agent a ON a.id = r.agent_id
 WHERE r.next_step_at <= now() AND a.deleted_at IS NULL
   AND (r.state <> 'running' OR NOT EXISTS (
     SELECT FROM replay o WHERE o.agent_id = r.agent_id AND o.id < r.id AND o.state = 'running'
   ))
 ORDER BY r.next_step_at LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED FOR KEY SHARE OF a SKIP LOCKED
