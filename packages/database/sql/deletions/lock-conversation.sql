-- Locks a conversation of a user for its deletion, after its agent.
-- takes: id, user_id
WITH known AS MATERIALIZED (
  SELECT a.id FROM agent a JOIN conversation c ON c.agent_id = a.id
   WHERE c.id = $1 AND c.user_id = $2 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR KEY SHARE OF a
)
SELECT c.agent_id FROM conversation c
 WHERE c.id = $1 AND c.agent_id = (SELECT id FROM known) AND c.deleted_at IS NULL FOR UPDATE
