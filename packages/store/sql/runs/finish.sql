-- With a reason, only if its attempt is over for it. Nothing if its task was deleted since it was locked.
-- takes: id, status RunStatus, summary?, reason? RunFailureReason
-- takes: message_id, conversation_id, created_at, text
WITH finished AS (
  UPDATE task_run r
     SET status = $2, summary = $3, failure_reason = $4, finished_at = now(), lease_until = NULL,
         deadline_at = NULL, offer_at = NULL, due_at = NULL, progress_percent = NULL, progress_text = NULL,
         progress_at = NULL, progress_since = NULL
   WHERE r.id = $1 AND r.status IN ('pending', 'running')
     AND NOT EXISTS (SELECT FROM task t WHERE t.id = r.task_id AND t.deleted_at IS NOT NULL)
     AND ($4::text IS NULL
          OR LEAST(r.lease_until, r.deadline_at, r.offer_at) <= clock_timestamp() AND $4 = CASE
               WHEN r.status = 'pending' THEN coalesce(r.failure_reason, 'lost')
               WHEN r.lease_until <= coalesce(r.deadline_at, r.lease_until) THEN 'lost' ELSE 'timeout' END)
  RETURNING r.id, r.task_id, r.agent_id, r.event_id
), cleared AS (
  DELETE FROM context_block b USING finished f WHERE b.run_id = f.id
), bubble AS (
  INSERT INTO message (
    id, conversation_id, sender, sender_name, kind, text, report_title, task_run_id, created_at
  )
  SELECT $5, $6, 'agent', a.agent_name, 'run', $8, t.name, f.id, $7
    FROM finished f JOIN agent a ON a.id = f.agent_id LEFT JOIN task t ON t.id = f.task_id
)
SELECT CASE WHEN $2 = 'cancelled' THEN drop_events_of(ARRAY[id], 'run_cancelled')
            ELSE end_events(ARRAY[event_id]) END AS events
  FROM finished
