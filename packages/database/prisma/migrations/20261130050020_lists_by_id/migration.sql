-- In the order of the lists, so that a page reads no more than it shows.
CREATE INDEX "agent_owner_id_id_idx" ON "agent" ("owner_id", "id");
DROP INDEX "agent_owner_id_idx";
CREATE INDEX "task_agent_id_id_idx" ON "task" ("agent_id", "id");
DROP INDEX "task_agent_id_idx";
