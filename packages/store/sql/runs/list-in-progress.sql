SELECT v.* FROM run_record v
 WHERE v.status = 'running' AND v."runId" = ANY (ARRAY(
   SELECT r.id FROM task_run r
    WHERE r.agent_id = $1 AND r.progress_since IS NOT NULL AND r.status = 'running'
    ORDER BY r.id DESC LIMIT $2
 ))
 ORDER BY v."runId" DESC
