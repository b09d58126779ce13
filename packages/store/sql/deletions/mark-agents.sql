-- The caller has locked the agents wholly. Schedules end, because a scheduler would claim them in vain.
WITH marked AS (
  UPDATE agent SET deleted_at = now() WHERE id = ANY ($1::text[]) AND deleted_at IS NULL
), sessions AS (
  UPDATE agent_session SET revoke_at = date_trunc('milliseconds', now()) WHERE agent_id = ANY ($1::text[])
), enabled AS (
  SELECT id FROM task WHERE agent_id = ANY ($1::text[]) AND enabled ORDER BY id FOR NO KEY UPDATE
), schedules AS (
  UPDATE task t SET enabled = false, next_run_at = NULL FROM enabled e WHERE t.id = e.id
)
DELETE FROM trigger g USING task t WHERE g.task_id = t.id AND t.agent_id = ANY ($1::text[])
