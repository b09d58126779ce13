-- Runs that somebody has to look at, at which time. Runs without a lease, a time-out or a retry have no entry.
CREATE INDEX "task_run_overdue_idx" ON "task_run" ("due_at") WHERE "due_at" IS NOT NULL AND "status" IN ('pending', 'running');

-- Runs whose agents say how far they are. The moment of the first word stays, so that a later one costs no entry.
CREATE INDEX "task_run_progress_idx" ON "task_run" ("agent_id", "id") WHERE "progress_since" IS NOT NULL AND "status" = 'running';

-- In the order in which an agent lists its runs.
CREATE INDEX "task_run_left_by_id_idx" ON "task_run" ("agent_id", "id") WHERE "task_id" IS NULL;
DROP INDEX "task_run_left_idx";
