-- In the order in which they go out again. It has no entry at first, so making it is one look over a table that is small.
CREATE INDEX "open_event_held_idx" ON "open_event" ("agent_id", "seq") WHERE "held_since" IS NOT NULL;
