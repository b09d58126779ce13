-- A task's pending runs, oldest first: what run/start adopts, tasks/due lists, and what keeps the next occurrence from adding another. Running
-- runs are left out: a task whose runs are never completed gathers them without end.
CREATE INDEX "task_run_pending_idx" ON "task_run" ("task_id", "id") WHERE "status" = 'pending';
DROP INDEX "task_run_open_idx";
