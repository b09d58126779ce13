-- How many more triggers may wait, as it was when they were last counted: far from the bound up to which number of its agent's events nobody needs
-- to count again, near it what is left. Null: not counted yet.
ALTER TABLE "trigger" ADD COLUMN "uncounted_until_seq" BIGINT;
ALTER TABLE "trigger" ADD COLUMN "room_left" INTEGER;
ALTER TABLE "trigger" ADD COLUMN "counted_at" TIMESTAMPTZ(3);

-- Why an event failed that nobody tries to deliver any more, though nothing went wrong with its delivery.
ALTER TABLE "event" ADD COLUMN "drop_reason" TEXT;
