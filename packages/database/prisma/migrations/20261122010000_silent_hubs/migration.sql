-- How often events were parked under agents of this hub while it was believed to be gone. A hub that finds another count than it knows
-- reads what is open once more.
ALTER TABLE "hub" ADD COLUMN "passed_over" BIGINT NOT NULL DEFAULT 0;
