CREATE INDEX "task_run_untouched_idx" ON "task_run" ("task_id", "id") WHERE "status" = 'running' AND "touched_at" IS NULL;
