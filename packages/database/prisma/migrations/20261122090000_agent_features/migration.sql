-- What the agent asked for beyond what every agent gets. Versions that do not know the column get none of it.
ALTER TABLE "agent" ADD COLUMN "features" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
