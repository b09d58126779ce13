-- What the agent calls a request, so that it asks once however often it asks.
ALTER TABLE "decision" ADD COLUMN "key" TEXT;
