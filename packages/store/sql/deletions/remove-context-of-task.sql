DELETE FROM context_block WHERE (run_id, id) IN (
  SELECT b.run_id, b.id FROM task_run r JOIN context_block b ON b.run_id = r.id
   WHERE r.task_id = $1 AND r.stage < 3 LIMIT $2
) RETURNING id
