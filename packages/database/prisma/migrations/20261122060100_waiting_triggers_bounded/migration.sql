-- How many more triggers may wait, as it was when they were last counted: far from the bound up to which number of its agent's events nobody needs
-- to count again, near it what is left. Null: not counted yet.
ALTER TABLE "trigger" ADD COLUMN "uncounted_until_seq" BIGINT;
ALTER TABLE "trigger" ADD COLUMN "room_left" INTEGER;
ALTER TABLE "trigger" ADD COLUMN "counted_at" TIMESTAMPTZ(3);
-- The bound that the count was made for: it says nothing of another one.
ALTER TABLE "trigger" ADD COLUMN "counted_for" INTEGER;
