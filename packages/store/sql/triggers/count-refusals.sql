-- Counts calls that proved no sender. Rows are locked in one order.
-- takes: task_ids, counts, last_at, last_reasons
WITH refused AS MATERIALIZED (
  SELECT g.task_id, c.count, c.last_at, c.last_reason
    FROM unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::text[])
           AS c (task_id, count, last_at, last_reason)
    JOIN trigger g ON g.task_id = c.task_id
   WHERE g.sender_version IS NOT NULL ORDER BY g.task_id FOR NO KEY UPDATE OF g
), counted AS (
  UPDATE trigger g
     SET refused_count = coalesce(g.refused_count, 0) + r.count, refused_at = greatest(g.refused_at, r.last_at),
         refused_reason = r.last_reason
    FROM refused r WHERE g.task_id = r.task_id
  RETURNING g.task_id
)
SELECT t.id AS "taskId", t.agent_id AS "agentId", a.owner_id AS "ownerId"
  FROM counted c JOIN task t ON t.id = c.task_id JOIN agent a ON a.id = t.agent_id
