-- takes: agent_id, since, limit
SELECT e.id FROM event e
 WHERE e.agent_id = $1 AND e.state = 'failed' AND e.created_at >= $2::timestamptz
   AND (NOT is_of_run(e.type)
        OR (SELECT r.status IN ('pending', 'running') FROM task_run r WHERE r.id = e.subject_id))
 ORDER BY e.seq LIMIT $3
