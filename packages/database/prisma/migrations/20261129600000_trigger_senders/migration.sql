-- How a caller of a trigger URL proves that it is the sender. Without a version the URL alone is enough, as before. The version changes with every
-- setting, and says which one a process has proven a call by. The secrets are sealed together.
ALTER TABLE "trigger" ADD COLUMN "sender_version" TEXT;
ALTER TABLE "trigger" ADD COLUMN "sender_scheme" TEXT;
ALTER TABLE "trigger" ADD COLUMN "sender_header" TEXT;
ALTER TABLE "trigger" ADD COLUMN "sender_id_header" TEXT;
ALTER TABLE "trigger" ADD COLUMN "sender_sealed" BYTEA;
ALTER TABLE "trigger" ADD COLUMN "sender_set_at" TIMESTAMPTZ(3);

-- `sealedWith` in packages/store/src/sealing/sealed-columns.ts writes the same expression.
CREATE INDEX "trigger_sender_sealed_with_idx" ON "trigger" (
  (CASE WHEN substr("sender_sealed", 1, 8) = '\x7365616c65640001'::bytea THEN encode(substr("sender_sealed", 9, 4), 'hex') ELSE 'unnamed' END),
  "task_id"
) WHERE "sender_sealed" IS NOT NULL;

-- How many calls of a trigger were refused because they proved no sender, and the last of them. Apart from the trigger, whose row calls lock.
CREATE TABLE "trigger_refusal" (
  "task_id"     TEXT PRIMARY KEY REFERENCES "trigger" ("task_id") ON DELETE CASCADE ON UPDATE CASCADE,
  "count"       BIGINT NOT NULL,
  "last_at"     TIMESTAMPTZ(3) NOT NULL,
  "last_reason" TEXT NOT NULL
);
