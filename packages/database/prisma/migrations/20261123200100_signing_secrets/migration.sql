-- A secret of its own for the signatures of an agent's deliveries, and the one before it while a rotation's grace lasts. Without one the agent's secret signs.
ALTER TABLE "agent" ADD COLUMN "signing_secret_sealed" BYTEA;
ALTER TABLE "agent" ADD COLUMN "previous_signing_sealed" BYTEA;
ALTER TABLE "agent" ADD COLUMN "previous_signing_until" TIMESTAMPTZ(3);
