-- What a person erases: a message, with the event that brought it to the agent, or a conversation with all its messages.
-- A user's message and an answered request name their events, as runs do. Rows of before do not.
ALTER TABLE message ADD COLUMN event_id text;
ALTER TABLE decision ADD COLUMN event_id text;

-- Since when a conversation is deleted; its messages are removed in steps.
ALTER TABLE conversation ADD COLUMN deleted_at timestamptz(3);
CREATE INDEX conversation_deleted_at_idx ON conversation (deleted_at) WHERE deleted_at IS NOT NULL;

-- The deleted conversation that waits until the file is gone.
ALTER TABLE media ADD COLUMN conversation_id text;
CREATE INDEX media_conversation_id_idx ON media (conversation_id) WHERE conversation_id IS NOT NULL;

-- The conversation that an erasure removes; null for an account, and when it has ended.
ALTER TABLE erasure ADD COLUMN conversation_id text;
CREATE INDEX erasure_conversation_id_idx ON erasure (conversation_id) WHERE conversation_id IS NOT NULL;
