-- CreateIndex
CREATE INDEX "message_created_at_idx" ON "message"("created_at");

-- A conversation whose messages are all gone has no excerpt any more.
CREATE INDEX "conversation_emptied_idx" ON "conversation" ("last_message_at") WHERE "last_message_text" IS NULL;
