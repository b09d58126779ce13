-- What a call with the header Idempotency-Key was answered, for a day. The row is written by the transaction that writes what the call does. Its id is the
-- caller and the hash of the key, so that two callers may use one key.
CREATE TABLE "idempotency_key" (
  "id"            TEXT PRIMARY KEY,
  "user_id"       TEXT NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "agent_id"      TEXT REFERENCES "agent" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "fingerprint"   BYTEA NOT NULL,
  "status"        SMALLINT,
  "answer_sealed" BYTEA,
  "kept_at"       TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX "idempotency_key_kept_at_idx" ON "idempotency_key" ("kept_at");
CREATE INDEX "idempotency_key_user_id_idx" ON "idempotency_key" ("user_id");
CREATE INDEX "idempotency_key_agent_id_idx" ON "idempotency_key" ("agent_id");

-- `sealedWith` in packages/store/src/sealing/sealed-columns.ts writes the same expression.
CREATE INDEX "idempotency_key_answer_sealed_with_idx" ON "idempotency_key" (
  (CASE WHEN substr("answer_sealed", 1, 8) = '\x7365616c65640001'::bytea THEN encode(substr("answer_sealed", 9, 4), 'hex') ELSE 'unnamed' END),
  "id"
) WHERE "answer_sealed" IS NOT NULL;
