-- When the agent first did something with a run: started it, appended context, sent a message with it. A run that was pushed and not touched
-- since is what run/start adopts. Of the runs that are running already nobody knows, so they count as touched.
ALTER TABLE "task_run" ADD COLUMN "touched_at" TIMESTAMPTZ(3);
UPDATE "task_run" SET "touched_at" = "started_at" WHERE "status" = 'running';
CREATE INDEX "task_run_untouched_idx" ON "task_run" ("task_id", "id") WHERE "status" = 'running' AND "touched_at" IS NULL;
