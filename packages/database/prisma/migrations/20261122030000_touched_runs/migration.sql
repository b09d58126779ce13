-- When the agent first did something with a run: started it, appended context, sent a message with it. A run that was pushed and not touched
-- since is what run/start adopts. Of the runs that are running already nobody knows, so they count as touched.
ALTER TABLE "task_run" ADD COLUMN "touched_at" TIMESTAMPTZ(3);
