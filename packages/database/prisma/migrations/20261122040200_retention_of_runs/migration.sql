CREATE INDEX "task_run_finished_idx" ON "task_run" ("finished_at") WHERE "finished_at" IS NOT NULL;
