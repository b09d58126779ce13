-- Events of a time that are sent again, in steps of the scheduler. The row holds how far it is, so that any scheduler goes on from there.
CREATE TABLE "replay" (
  "id"              TEXT PRIMARY KEY,
  "agent_id"        TEXT NOT NULL REFERENCES "agent" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "state"           TEXT NOT NULL DEFAULT 'running' CHECK ("state" IN ('running', 'finished', 'cancelled')),
  "event_state"     TEXT NOT NULL CHECK ("event_state" IN ('failed', 'delivered')),
  "event_type"      TEXT,
  "from_at"         TIMESTAMPTZ(3) NOT NULL,
  "to_at"           TIMESTAMPTZ(3) NOT NULL,
  "rate_per_second" INTEGER NOT NULL,
  "done_seq"        BIGINT,
  "began_seq"       BIGINT,
  "last_seq"        BIGINT NOT NULL,
  "under_way"       TEXT[] NOT NULL DEFAULT '{}',
  "waits_for"       TEXT,
  "redelivered"     INTEGER NOT NULL DEFAULT 0,
  "delivered"       INTEGER NOT NULL DEFAULT 0,
  "failed"          INTEGER NOT NULL DEFAULT 0,
  "waiting"         INTEGER NOT NULL DEFAULT 0,
  "skipped"         INTEGER NOT NULL DEFAULT 0,
  "removed"         BIGINT NOT NULL DEFAULT 0,
  "next_step_at"    TIMESTAMPTZ(3),
  "created_at"      TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "ended_at"        TIMESTAMPTZ(3)
);

CREATE INDEX "replay_agent_id_id_idx" ON "replay" ("agent_id", "id");
-- Those that somebody has to go on with.
CREATE INDEX "replay_due_idx" ON "replay" ("next_step_at") WHERE "next_step_at" IS NOT NULL;
