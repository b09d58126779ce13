-- In the order of the lists: first those that are not archived, each part with the newest message first. The version before finds its rows by the same
-- indexes, and sorts them.
CREATE INDEX conversation_of_user_idx ON conversation
  (user_id, (coalesce(archived_through < last_message_at, true)) DESC, last_message_at DESC NULLS LAST);
CREATE INDEX conversation_of_agent_idx ON conversation
  (agent_id, (coalesce(archived_through < last_message_at, true)) DESC, last_message_at DESC NULLS LAST);
DROP INDEX "conversation_user_id_last_message_at_idx";
DROP INDEX "conversation_agent_id_last_message_at_idx";

-- A person pins few.
CREATE INDEX conversation_pinned_idx ON conversation (user_id) WHERE pinned_at IS NOT NULL;
