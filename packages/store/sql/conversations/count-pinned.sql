SELECT count(*) FROM conversation c JOIN agent a ON a.id = c.agent_id
 WHERE c.user_id = $1 AND c.pinned_at IS NOT NULL AND c.deleted_at IS NULL AND a.deleted_at IS NULL
