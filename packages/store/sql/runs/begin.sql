-- The agent has begun a pending run, which is locked, by itself: so its event is not pushed any more.
WITH begun AS MATERIALIZED (
  SELECT b.id FROM begin_runs(ARRAY[$1], are_touched => true) b
)
SELECT e.event_id FROM receive_events(
  ARRAY(SELECT r.event_id FROM task_run r WHERE r.id = $1 AND (SELECT count(*) FROM begun) > 0), 'poll'
) e
