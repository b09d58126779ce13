-- Which key has sealed a value, and the rows of each key in order, so that they are found and sealed anew in steps. `sealedWith` in
-- packages/store/src/sealing/sealed-columns.ts writes the same expression. Updates of other columns stay as cheap as they were.
CREATE INDEX "agent_sealed_with_idx" ON "agent" (
  (CASE WHEN substr("secret_sealed", 1, 8) = '\x7365616c65640001'::bytea THEN encode(substr("secret_sealed", 9, 4), 'hex') ELSE 'unnamed' END),
  "id"
);
CREATE INDEX "trigger_sealed_with_idx" ON "trigger" (
  (CASE WHEN substr("trigger_sealed", 1, 8) = '\x7365616c65640001'::bytea THEN encode(substr("trigger_sealed", 9, 4), 'hex') ELSE 'unnamed' END),
  "task_id"
);
CREATE INDEX "agent_signing_sealed_with_idx" ON "agent" (
  (CASE WHEN substr("signing_secret_sealed", 1, 8) = '\x7365616c65640001'::bytea THEN encode(substr("signing_secret_sealed", 9, 4), 'hex') ELSE 'unnamed' END),
  "id"
) WHERE "signing_secret_sealed" IS NOT NULL;
CREATE INDEX "agent_previous_sealed_with_idx" ON "agent" (
  (CASE WHEN substr("previous_signing_sealed", 1, 8) = '\x7365616c65640001'::bytea THEN encode(substr("previous_signing_sealed", 9, 4), 'hex') ELSE 'unnamed' END),
  "id"
) WHERE "previous_signing_sealed" IS NOT NULL;
