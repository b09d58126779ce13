-- When the user is to be reminded of an open request, and when it was done. Requests of before have no such time, and nobody is reminded of them.
ALTER TABLE "decision" ADD COLUMN "remind_at" TIMESTAMPTZ(3);
ALTER TABLE "decision" ADD COLUMN "reminded_at" TIMESTAMPTZ(3);
