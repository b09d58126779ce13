DELETE FROM trigger_receipt WHERE (task_id, payload_hash) IN (
  SELECT x.task_id, x.payload_hash FROM task t JOIN trigger_receipt x ON x.task_id = t.id
   WHERE t.id = $1 OR t.agent_id = $1 LIMIT $2
) RETURNING run_id
