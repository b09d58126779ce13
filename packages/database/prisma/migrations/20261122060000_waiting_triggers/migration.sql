-- What is on its way and what waits are looked for apart from each other, and what waits by its type: so a million triggers that wait are passed
-- over by whoever looks for something else.
CREATE INDEX "event_pending_idx" ON "event" ("agent_id", "seq") WHERE "state" = 'pending';
CREATE INDEX "event_waiting_idx" ON "event" ("agent_id", "type", "seq") WHERE "state" = 'waiting';

-- The event log by type and by state, among very many triggers.
CREATE INDEX "event_untriggered_idx" ON "event" ("agent_id", "type", "seq") WHERE "type" <> 'task_trigger';
CREATE INDEX "event_failed_idx" ON "event" ("agent_id", "seq") WHERE "state" = 'failed';
