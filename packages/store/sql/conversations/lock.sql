-- Locks a conversation for a change or deletion by its user, in the order of all statements: after its agent.
-- A test, which is put away for ever, counts as if it were not.
-- gives: title?
WITH known AS MATERIALIZED (
  SELECT a.id FROM agent a JOIN conversation c ON c.agent_id = a.id
   WHERE c.id = $1 AND c.user_id = $2 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR KEY SHARE OF a
)
SELECT c.agent_id AS "agentId", c.title, c.pinned_at IS NOT NULL AS "isPinned",
       NOT is_test(c.archived_through)
         AND NOT coalesce(c.archived_through < c.last_message_at, true) AS "isArchived"
  FROM conversation c
 WHERE c.id = $1 AND c.agent_id = (SELECT id FROM known) AND c.deleted_at IS NULL FOR UPDATE
