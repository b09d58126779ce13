-- gives: due_in_ms?
SELECT min(GREATEST(0, extract(epoch FROM r.next_step_at - clock_timestamp()) * 1000))::float8 AS due_in_ms
  FROM replay r JOIN agent a ON a.id = r.agent_id
 WHERE r.next_step_at IS NOT NULL AND a.deleted_at IS NULL
   AND (r.state <> 'running' OR NOT EXISTS (
     SELECT FROM replay o WHERE o.agent_id = r.agent_id AND o.id < r.id AND o.state = 'running'
   ))
