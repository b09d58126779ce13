-- Locks the agents whose status may change, and begins the runs of delivered events, before these are locked.
-- Gives the agents whose failures are counted: those, and those whose webhooks have failed lately.
-- takes: agent_ids, failing, delivered
WITH locked AS MATERIALIZED (
  SELECT id FROM agent
   WHERE id = ANY ($1::text[]) AND (id = ANY ($2::text[]) OR consecutive_failures > 0 OR status = 'error')
   ORDER BY id FOR NO KEY UPDATE
), begun AS MATERIALIZED (
  SELECT id FROM begin_runs(ARRAY(
    SELECT e.subject_id FROM event e
     WHERE e.id = ANY ($3::text[]) AND e.state <> 'delivered' AND is_of_run(e.type)
       AND (SELECT count(*) FROM locked) >= 0
  ))
)
SELECT agent_id FROM unnest($1::text[]) AS q (agent_id)
 WHERE (SELECT count(*) FROM begun) >= 0
   AND (agent_id IN (TABLE locked) OR EXISTS (SELECT FROM webhook_breaker b WHERE b.agent_id = q.agent_id))
