-- The caller has locked the agents wholly. Schedules end, because a scheduler would claim them in vain, and
-- triggers.
WITH marked AS (
  UPDATE agent SET deleted_at = now() WHERE id = ANY ($1::text[]) AND deleted_at IS NULL
), sessions AS (
  UPDATE agent_session SET revoke_at = date_trunc('milliseconds', now()) WHERE agent_id = ANY ($1::text[])
), locked AS (
  SELECT id FROM task WHERE agent_id = ANY ($1::text[]) AND (enabled OR trigger_hash IS NOT NULL)
   ORDER BY id FOR NO KEY UPDATE
)
UPDATE task t SET enabled = false, next_run_at = NULL, trigger_hash = NULL, trigger_sealed = NULL,
       sender_sealed = NULL FROM locked l WHERE t.id = l.id
