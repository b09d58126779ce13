-- Webhooks that have failed lately: how often, in the half of a window that runs and in the one before, and whether deliveries are held back. No foreign key: who
-- records an attempt does not wait for the deletion of its agent.
CREATE TABLE "webhook_breaker" (
  "agent_id"        TEXT PRIMARY KEY,
  "state"           TEXT NOT NULL DEFAULT 'closed' CHECK ("state" IN ('closed', 'open', 'releasing')),
  "half_began_at"   TIMESTAMPTZ(3) NOT NULL,
  "attempts"        INTEGER NOT NULL DEFAULT 0,
  "failures"        INTEGER NOT NULL DEFAULT 0,
  "attempts_before" INTEGER NOT NULL DEFAULT 0,
  "failures_before" INTEGER NOT NULL DEFAULT 0,
  "opened_at"       TIMESTAMPTZ(3),
  "opened_attempts" INTEGER,
  "opened_failures" INTEGER,
  "probes"          INTEGER NOT NULL DEFAULT 0,
  "probe_event_id"  TEXT COLLATE "C",
  "probe_at"        TIMESTAMPTZ(3),
  "next_at"         TIMESTAMPTZ(3)
);

-- Those that somebody has to look after, and those that may be forgotten.
CREATE INDEX "webhook_breaker_due_idx" ON "webhook_breaker" ("next_at") WHERE "state" <> 'closed';
CREATE INDEX "webhook_breaker_closed_idx" ON "webhook_breaker" ("half_began_at") WHERE "state" = 'closed';

-- Since when a pending event is held back because its agent's webhook fails.
ALTER TABLE "open_event" ADD COLUMN "held_since" TIMESTAMPTZ(3);
