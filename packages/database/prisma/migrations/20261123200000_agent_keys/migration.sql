-- Keys that open an agent's doors beside its secret. Their text is kept nowhere, only its hash.
CREATE TABLE "agent_key" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "agent_id" TEXT NOT NULL REFERENCES "agent"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "name" TEXT NOT NULL,
  "key_hash" BYTEA NOT NULL CHECK (octet_length("key_hash") = 32),
  "scopes" TEXT[] NOT NULL CHECK (cardinality("scopes") > 0),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  "last_used_at" TIMESTAMPTZ(3)
);
CREATE INDEX "agent_key_agent_id_idx" ON "agent_key"("agent_id");
-- Which key opened a session, so that the session ends with it. Processes of the version before know no keys, and leave it empty.
ALTER TABLE "agent_session" ADD COLUMN "key_id" TEXT;
