-- Since when a task_trigger event is listed by the agent's poll; it leaves the list when its run has finished.
ALTER TABLE "event" ADD COLUMN "queued_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "event_run_id_idx" ON "event"("run_id");

CREATE INDEX "event_queued_idx" ON "event" ("agent_id", "seq") WHERE "queued_at" IS NOT NULL;

-- A task's open runs: what run/start adopts, and what keeps the next occurrence from adding another.
CREATE INDEX "task_run_open_idx" ON "task_run" ("task_id") WHERE "status" IN ('pending', 'running');
