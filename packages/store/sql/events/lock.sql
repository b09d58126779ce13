-- Locks the runs of these events, so that they do not end meanwhile. One that is not kept any more has ended.
-- takes: ids, agent_id?, owner_id?
WITH asked AS MATERIALIZED (
  SELECT e.id, e.agent_id, e.type, e.subject_id, a.agent_name FROM event e JOIN agent a ON a.id = e.agent_id
   WHERE e.id = ANY ($1::text[]) AND ($2::text IS NULL OR a.id = $2) AND ($3::text IS NULL OR a.owner_id = $3)
     AND a.deleted_at IS NULL
), run AS MATERIALIZED (
  SELECT r.id, r.event_id, r.status IN ('pending', 'running') AND t.deleted_at IS NULL AS is_open
    FROM task_run r LEFT JOIN task t ON t.id = r.task_id
   WHERE r.id = ANY (ARRAY(SELECT subject_id FROM asked WHERE is_of_run(type))) ORDER BY r.id FOR SHARE OF r
)
SELECT a.id AS "eventId", a.agent_id AS "agentId", a.agent_name AS "agentName", a.type,
       is_of_run(a.type) AND r.is_open IS NOT TRUE AS "isOver",
       coalesce(r.is_open AND r.event_id <> a.id, false) AS "isReplaced"
  FROM asked a LEFT JOIN run r ON r.id = a.subject_id AND is_of_run(a.type)
