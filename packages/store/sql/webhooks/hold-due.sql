-- Locks the agents whose webhooks have been due longest. One that is locked is passed over.
-- takes: agents_max
SELECT agent_id FROM agent_counter WHERE next_due_at <= now()
 ORDER BY next_due_at LIMIT $1 FOR UPDATE SKIP LOCKED
