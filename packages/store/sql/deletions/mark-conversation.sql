-- Marks a conversation as deleted, from which on nobody finds it and nothing is added to it.
-- takes: id
UPDATE conversation SET deleted_at = now(), last_message_text = NULL, title = NULL, agent_title = NULL
 WHERE id = $1
