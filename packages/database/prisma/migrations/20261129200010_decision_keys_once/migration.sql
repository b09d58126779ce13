-- Requests without a key have no entry.
CREATE UNIQUE INDEX "decision_agent_id_key_key" ON "decision" ("agent_id", "key") WHERE "key" IS NOT NULL;
