-- Which message a file came with, unknown of those that are there already; and since when a file is to be removed.
ALTER TABLE "media" ADD COLUMN "message_id" TEXT, ADD COLUMN "expired_at" TIMESTAMPTZ(3);
CREATE INDEX "media_kept_idx" ON "media" ("created_at") WHERE "expired_at" IS NULL;
CREATE INDEX "media_expired_idx" ON "media" ("expired_at") WHERE "expired_at" IS NOT NULL;
