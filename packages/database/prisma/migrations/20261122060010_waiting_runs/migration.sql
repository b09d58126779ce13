-- What tasks/due lists, and what keeps the next occurrence from adding another, without the runs of triggers.
CREATE INDEX "task_run_due_idx" ON "task_run" ("task_id", "id") WHERE "status" = 'pending' AND "origin" <> 'trigger';
