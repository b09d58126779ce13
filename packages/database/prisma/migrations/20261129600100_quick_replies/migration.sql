-- Buttons under an agent's message, as a list of texts and values; which of them was pressed, and the user's message that this sent.
ALTER TABLE "message" ADD COLUMN "quick_replies" JSONB;
ALTER TABLE "message" ADD COLUMN "quick_reply_index" SMALLINT;
ALTER TABLE "message" ADD COLUMN "quick_reply_message_id" TEXT;
