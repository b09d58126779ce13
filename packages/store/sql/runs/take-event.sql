-- The agent has taken the event of a run by itself, so that it is not pushed any more.
SELECT e.event_id FROM task_run r CROSS JOIN LATERAL receive_events(ARRAY[r.event_id], 'poll') e
 WHERE r.id = $1 AND r.event_id IS NOT NULL
