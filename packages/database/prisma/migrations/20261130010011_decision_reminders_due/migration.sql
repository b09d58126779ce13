-- What the reminders claim. A request has an entry until it has ended or its user was reminded.
CREATE INDEX "decision_reminder_idx" ON "decision" ("remind_at") WHERE "status" = 'pending' AND "reminded_at" IS NULL AND "remind_at" IS NOT NULL;
