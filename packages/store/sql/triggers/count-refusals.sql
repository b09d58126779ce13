-- Counts calls that proved no sender. The triggers are locked against deletion, all rows locked in one order.
-- takes: task_ids, counts, last_at, last_reasons
WITH refused AS MATERIALIZED (
  SELECT g.task_id, c.count, c.last_at, c.last_reason
    FROM unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::text[])
           AS c (task_id, count, last_at, last_reason)
    JOIN trigger g ON g.task_id = c.task_id
   WHERE g.sender_version IS NOT NULL ORDER BY g.task_id FOR KEY SHARE OF g
), counted AS (
  INSERT INTO trigger_refusal AS r (task_id, count, last_at, last_reason)
  SELECT task_id, count, last_at, last_reason FROM refused ORDER BY task_id
  ON CONFLICT (task_id) DO UPDATE
     SET count = r.count + excluded.count, last_at = greatest(r.last_at, excluded.last_at),
         last_reason = excluded.last_reason
  RETURNING task_id
)
SELECT t.id AS "taskId", t.agent_id AS "agentId", a.owner_id AS "ownerId"
  FROM counted c JOIN task t ON t.id = c.task_id JOIN agent a ON a.id = t.agent_id
