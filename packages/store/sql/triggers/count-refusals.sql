-- Counts calls that proved no sender. Rows are locked in one order.
-- takes: task_ids, counts, last_at, last_reasons
WITH refused AS MATERIALIZED (
  SELECT t.id, c.count, c.last_at, c.last_reason
    FROM unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::text[])
           AS c (task_id, count, last_at, last_reason)
    JOIN task t ON t.id = c.task_id
   WHERE t.sender_version IS NOT NULL ORDER BY t.id FOR NO KEY UPDATE OF t
), counted AS (
  UPDATE task t
     SET refused_count = coalesce(t.refused_count, 0) + r.count, refused_at = greatest(t.refused_at, r.last_at),
         refused_reason = r.last_reason
    FROM refused r WHERE t.id = r.id
  RETURNING t.id, t.agent_id
)
SELECT c.id AS "taskId", c.agent_id AS "agentId", a.owner_id AS "ownerId"
  FROM counted c JOIN agent a ON a.id = c.agent_id
