-- All runs of a task, by how far they are: 0 pending, 1 pushed and not touched, 2 touched, 3 ended. One index serves what four did, so a run that
-- moves on costs one entry. With what the expression is made of, runs that wait are counted without being read.
CREATE INDEX "task_run_stage_idx" ON "task_run" ("task_id", (
  CASE "status" WHEN 'pending' THEN 0::smallint
    WHEN 'running' THEN CASE WHEN "touched_at" IS NULL THEN 1::smallint ELSE 2::smallint END
    ELSE 3::smallint END), "id") INCLUDE ("status", "touched_at");

-- Runs that were left by their deleted task. The others of an agent are found by its tasks.
CREATE INDEX "task_run_left_idx" ON "task_run" ("agent_id") WHERE "task_id" IS NULL;
