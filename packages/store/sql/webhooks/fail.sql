-- Fails events whose attempts have all ended with their process. Locked ones are left out.
-- takes: ids
UPDATE event e
   SET state = 'failed', ended_at = now(), in_flight_until = NULL,
       is_listed = e.is_listed OR is_of_run(e.type), is_queued = e.is_queued OR e.type = 'task_trigger'
  FROM agent a
 WHERE a.id = e.agent_id AND e.id IN (
   SELECT id FROM event WHERE id = ANY ($1::text[]) AND state = 'open'
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
 )
RETURNING e.id AS "eventId", e.agent_id AS "agentId", a.owner_id AS "userId", e.type
