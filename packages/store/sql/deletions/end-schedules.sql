-- Ends the schedules of deleted agents' tasks, because a scheduler would claim them in vain.
-- takes: agent_ids
UPDATE task t SET enabled = false, next_run_at = NULL
  FROM (
    SELECT id FROM task WHERE agent_id = ANY ($1::text[]) AND enabled ORDER BY id FOR NO KEY UPDATE
  ) locked
 WHERE t.id = locked.id
