-- Counts what became of events: whether some of an agent's were delivered, and how many failed.
-- From a threshold of failures in a row on an agent is in error, until something is delivered.
-- takes: agent_ids, succeeded, failures, threshold
UPDATE agent a
   SET consecutive_failures = CASE WHEN q.succeeded THEN 0 ELSE a.consecutive_failures + q.failures END,
       status = CASE WHEN q.succeeded THEN 'active'
                     WHEN a.consecutive_failures + q.failures >= $4 THEN 'error' ELSE a.status END,
       status_reason = CASE WHEN q.succeeded THEN NULL
                            WHEN a.consecutive_failures + q.failures >= $4 THEN
                              (a.consecutive_failures + q.failures) || ' webhook deliveries in a row failed'
                            ELSE a.status_reason END
  FROM unnest($1::text[], $2::boolean[], $3::int[]) AS q (agent_id, succeeded, failures)
 WHERE a.id = q.agent_id
   AND (q.failures > 0 OR q.succeeded AND (a.consecutive_failures > 0 OR a.status = 'error'))
