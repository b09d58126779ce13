-- Tasks that are due at one moment are claimed agent by agent: a batch then counts on few agents' event numbers, and schedulers seldom meet
-- at the same agent.
CREATE INDEX "task_due_by_agent_idx" ON "task" ("next_run_at", "agent_id") WHERE "enabled";
DROP INDEX "task_due_idx";
