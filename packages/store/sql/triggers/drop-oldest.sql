-- Drops the oldest waiting triggers of tasks, of each task those older than a call that has come.
-- Who drops triggers of a task does so alone. A run that another statement holds is passed over, and one
-- whose event a poll has leased or a webhook attempt carries, because its agent is taking it.
-- takes: task_ids, run_ids, waiting_max, dropped_max
WITH excess AS MATERIALIZED (
  SELECT c.task_id, c.run_id, (SELECT count(*)::int FROM (
           SELECT 1 FROM task_run r WHERE r.task_id = c.task_id AND r.stage BETWEEN 0 AND 0
            ORDER BY r.stage, r.id LIMIT $3::int + $4::int
         ) waiting) - $3::int AS runs
    FROM unnest($1::text[], $2::text[]) AS c (task_id, run_id) JOIN task t ON t.id = c.task_id
     FOR NO KEY UPDATE OF t SKIP LOCKED
), dropped AS MATERIALIZED (
  SELECT o.id, x.task_id FROM excess x CROSS JOIN LATERAL (
    SELECT r.id FROM task_run r LEFT JOIN LATERAL (
      SELECT e.id AS event_id FROM event e
       WHERE e.id = r.event_id AND (e.leased_until IS NULL OR e.leased_until <= now())
         AND (e.in_flight_until IS NULL OR e.in_flight_until <= now())
         FOR UPDATE SKIP LOCKED
    ) free ON true
     WHERE r.task_id = x.task_id AND r.stage BETWEEN 0 AND 0 AND r.origin = 'trigger' AND r.id < x.run_id
       AND (free.event_id IS NOT NULL OR (SELECT 1 FROM event e WHERE e.id = r.event_id) IS NULL)
     ORDER BY r.stage, r.id LIMIT GREATEST(x.runs, 0) FOR NO KEY UPDATE OF r SKIP LOCKED
  ) o
), ended AS (
  UPDATE task_run
     SET status = 'cancelled', summary = 'Dropped: too many triggers of the task were waiting.',
         finished_at = now(), lease_until = NULL, deadline_at = NULL, offer_at = NULL, due_at = NULL,
         failure_reason = NULL, progress_percent = NULL, progress_text = NULL, progress_at = NULL,
         progress_since = NULL
   WHERE id = ANY (ARRAY(SELECT id FROM dropped))
)
SELECT d.task_id, count(*)::int AS count
  FROM dropped d CROSS JOIN drop_events_of(ARRAY(SELECT id FROM dropped), 'too_many_waiting')
 GROUP BY d.task_id
