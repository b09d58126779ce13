-- Drops the events of a deleted task's runs. It begins when the runs are locked, so that it sees every event.
-- takes: run_ids
SELECT drop_events_of($1, 'task_deleted')
