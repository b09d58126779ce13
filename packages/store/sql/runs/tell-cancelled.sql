-- Tells an agent that asked for it that a run is cancelled. The event is of the task, and outlives the run.
-- takes: event_id, agent_id, task_id, frame
-- gives: type EventType, slot?
SELECT e.* FROM agent a
 CROSS JOIN LATERAL append_events(ARRAY[$1], ARRAY[a.id], ARRAY['run_cancelled'], ARRAY[$4], ARRAY[$3]) e
 WHERE a.id = $2 AND 'run_cancelled' = ANY (a.features)
