-- Marks a conversation as deleted, from which on it is not found and nothing is added to it.
-- takes: id
UPDATE conversation SET deleted_at = now(), last_message_text = NULL, title = NULL, agent_title = NULL
 WHERE id = $1
