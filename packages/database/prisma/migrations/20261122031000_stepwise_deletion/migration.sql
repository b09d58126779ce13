-- What is deleted is marked, and so invisible, at once; its rows are removed in steps.
ALTER TABLE "user" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
ALTER TABLE "agent" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
ALTER TABLE "task" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
CREATE INDEX "user_deleted_idx" ON "user" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "agent_deleted_idx" ON "agent" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "task_deleted_idx" ON "task" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
