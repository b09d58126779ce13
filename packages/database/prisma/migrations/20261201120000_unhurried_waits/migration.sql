-- Since when a replay has not got on. The longer that is, the less often a scheduler looks at it.
ALTER TABLE "replay" ADD COLUMN "waits_since" TIMESTAMPTZ(3);

-- How often the wait behind the next probe of a breaker is doubled. A probe that the owner asks for begins anew.
ALTER TABLE "webhook_breaker" ADD COLUMN "doublings" INTEGER NOT NULL DEFAULT 1;
