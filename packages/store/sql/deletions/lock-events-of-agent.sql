-- Locks the next events of a deleted agent, so that no attempt is missed when they are removed.
SELECT id FROM event WHERE agent_id = $1 ORDER BY seq LIMIT $2 FOR UPDATE
