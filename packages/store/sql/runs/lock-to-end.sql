-- Locks what the end of an open run writes, in the order of all statements: its agent, the run's conversation
-- or the agent's latest with its owner, which it moves on, and the run. Else the agent alone.
-- takes: id, agent_id?, owner_id?, text
-- gives: status RunStatus, conversationId?, createdAt?
WITH known AS MATERIALIZED (
  SELECT r.status, r."taskId", r."taskName", r."conversationId", a.id, a.owner_id
    FROM agent a JOIN run_record r ON r."agentId" = a.id
   WHERE r."runId" = $1 AND ($2::text IS NULL OR a.id = $2) AND ($3::text IS NULL OR a.owner_id = $3)
     AND a.deleted_at IS NULL FOR KEY SHARE OF a
), latest AS MATERIALIZED (
  -- Each message leaves entries in the indexes until the next vacuum: so the newest is read from the end of
  -- the agent's. The planner cannot see through `CASE`: it neither takes the user's, nor sorts all entries.
  SELECT coalesce(
    (SELECT id FROM conversation WHERE id = k."conversationId" AND deleted_at IS NULL),
    (SELECT id FROM conversation
      WHERE agent_id = k.id AND last_message_at IS NOT NULL
        AND CASE WHEN deleted_at IS NULL AND NOT is_test(archived_through) THEN user_id = k.owner_id END
      ORDER BY coalesce(archived_through < last_message_at, true) DESC, last_message_at DESC NULLS LAST
      LIMIT 1)) AS id
    FROM known k WHERE k.status IN ('pending', 'running')
), moved AS (
  UPDATE conversation c
     SET last_message_at = GREATEST(
           date_trunc('milliseconds', clock_timestamp()), c.last_message_at + interval '1 millisecond'
         ), last_message_text = left($4, 200)
    FROM latest WHERE c.id = latest.id AND c.deleted_at IS NULL RETURNING c.id, c.last_message_at
), locked AS MATERIALIZED (
  SELECT r.status FROM task_run r WHERE r.id = $1 AND (SELECT count(*) FROM moved) > 0 FOR NO KEY UPDATE
)
SELECT coalesce(l.status, k.status) AS status, k.id AS "agentId", k.owner_id AS "ownerId",
       k."taskId", k."taskName",
       m.id AS "conversationId", m.last_message_at AS "createdAt"
  FROM known k LEFT JOIN moved m ON true LEFT JOIN locked l ON true
