-- What retention removes, oldest first. Each table has a migration of its own, so that its lock is free again when the next is locked.
CREATE INDEX "event_finished_idx" ON "event" ((coalesce("delivered_at", "created_at")))
  WHERE "state" IN ('delivered', 'failed') AND "queued_at" IS NULL;

-- By what an open event tells of: a message or a decision is kept as long as its agent has not heard of it.
CREATE INDEX "event_open_subject_idx" ON "event" ((coalesce("message_id", "decision_id")))
  WHERE "state" IN ('pending', 'waiting') AND "run_id" IS NULL;
