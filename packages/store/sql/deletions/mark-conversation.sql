UPDATE conversation SET deleted_at = now(), last_message_text = NULL, title = NULL, agent_title = NULL
 WHERE id = $1
