-- A scheduler looks whether the caller of the key, and its account, keep more keys than they may. About one key in five thousand has the mark.
ALTER TABLE "idempotency_key" ADD COLUMN "look_due" BOOLEAN;

CREATE INDEX "idempotency_key_look_due_idx" ON "idempotency_key" ("kept_at") WHERE "look_due";

-- The newest keys of an agent and of an account. Each of these indexes takes the place of one without the time.
CREATE INDEX "idempotency_key_agent_id_kept_at_idx" ON "idempotency_key" ("agent_id", "kept_at");
CREATE INDEX "idempotency_key_user_id_kept_at_idx" ON "idempotency_key" ("user_id", "kept_at");
DROP INDEX "idempotency_key_agent_id_idx";
DROP INDEX "idempotency_key_user_id_idx";
