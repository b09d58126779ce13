-- How long a run of the task may take, and how often one that was lost or took too long is offered again; null without the setting.
ALTER TABLE "task" ADD COLUMN "timeout_seconds" INTEGER,
  ADD COLUMN "retry_max" INTEGER,
  ADD COLUMN "retry_backoff_seconds" INTEGER;
ALTER TABLE "task" ADD CONSTRAINT "task_retry_check" CHECK (("retry_max" IS NULL) = ("retry_backoff_seconds" IS NULL));

-- All null of a run that nobody watches: such a row is as long as before.
ALTER TABLE "task_run" ADD COLUMN "lease_until" TIMESTAMPTZ(3),
  ADD COLUMN "deadline_at" TIMESTAMPTZ(3),
  ADD COLUMN "offer_at" TIMESTAMPTZ(3),
  ADD COLUMN "due_at" TIMESTAMPTZ(3),
  ADD COLUMN "attempt" INTEGER,
  ADD COLUMN "failure_reason" TEXT,
  ADD COLUMN "progress_percent" INTEGER,
  ADD COLUMN "progress_text" TEXT,
  ADD COLUMN "progress_at" TIMESTAMPTZ(3),
  ADD COLUMN "progress_since" TIMESTAMPTZ(3);
