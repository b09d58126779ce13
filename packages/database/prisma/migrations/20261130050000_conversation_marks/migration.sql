-- What the person and the agent call a conversation; the person's title wins.
ALTER TABLE conversation ADD COLUMN title text,
  ADD COLUMN agent_title text,
  ADD COLUMN pinned_at timestamptz(3),
  -- The moment of the newest message when the person put the conversation away. A newer message brings it back, without a write of its own.
  ADD COLUMN archived_through timestamptz(3);

-- Up to which message a person has read a conversation. Apart from the conversation, so that no message waits for a reader. Without a row nothing is read.
CREATE TABLE conversation_reading (
  conversation_id text NOT NULL,
  user_id text NOT NULL,
  read_through timestamptz(3) NOT NULL,
  CONSTRAINT conversation_reading_pkey PRIMARY KEY (conversation_id, user_id),
  CONSTRAINT conversation_reading_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation (id) ON DELETE CASCADE ON UPDATE CASCADE
) WITH (fillfactor = 80);
