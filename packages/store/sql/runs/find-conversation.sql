SELECT c.id FROM task_run r JOIN conversation c ON c.id = r.conversation_id
 WHERE r.id = $1 AND r.agent_id = $2 AND c.deleted_at IS NULL
