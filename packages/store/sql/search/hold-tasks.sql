-- The words of tasks, which are held against removal. One that somebody else holds has none.
-- takes: ids
WITH held AS MATERIALIZED (
  SELECT id, name, prompt FROM task WHERE id = ANY ($1::text[]) ORDER BY id FOR KEY SHARE SKIP LOCKED
)
SELECT t.id, h.id IS NOT NULL AS is_held, a.owner_id AS "userId", a.id AS "agentId", t.created_at AS at,
       h.name, h.prompt
  FROM task t JOIN agent a ON a.id = t.agent_id LEFT JOIN held h ON h.id = t.id
 WHERE t.id = ANY ($1::text[]) AND t.deleted_at IS NULL
