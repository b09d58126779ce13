WITH locked AS MATERIALIZED (
  SELECT id FROM task_run
   WHERE id = ANY (ARRAY(
     SELECT m.task_run_id FROM message m WHERE m.id = ANY ($1::text[]) AND m.kind = 'run'))
   ORDER BY id FOR NO KEY UPDATE
)
UPDATE task_run r SET summary = NULL FROM locked WHERE r.id = locked.id
