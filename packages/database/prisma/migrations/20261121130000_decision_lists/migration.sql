-- Every decision is shown in a conversation: its event names one, whatever the kind of the agent.
ALTER TABLE "decision" ALTER COLUMN "conversation_id" SET NOT NULL;
ALTER TABLE "decision" ADD CONSTRAINT "decision_resolution_reason_check" CHECK ("resolution_reason" IN ('user', 'rule', 'expired', 'cancelled'));

-- CreateIndex
CREATE INDEX "decision_agent_id_id_idx" ON "decision"("agent_id", "id");

-- CreateIndex
CREATE INDEX "decision_agent_id_status_id_idx" ON "decision"("agent_id", "status", "id");

-- DropIndex
DROP INDEX "decision_agent_id_status_idx";

-- What the expiry claims.
CREATE INDEX "decision_expiry_idx" ON "decision" ("expires_at") WHERE "status" = 'pending';
