-- Makes the next probe of an open breaker due, and the waits behind it as short as at first.
-- takes: agent_id, owner_id
WITH looked_at AS (
  UPDATE agent_counter c SET next_due_at = date_trunc('milliseconds', now()) FROM agent a
   WHERE a.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL AND c.agent_id = a.id
  RETURNING c.agent_id
), due AS (
  UPDATE webhook_breaker b SET probe_at = date_trunc('milliseconds', now()), doublings = 0 FROM looked_at l
   WHERE b.agent_id = l.agent_id AND b.state = 'open'
  RETURNING b.agent_id
)
SELECT EXISTS (SELECT FROM due) AS is_open FROM looked_at
