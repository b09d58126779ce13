-- Offers a locked run by a new event. Ends the former one, which its owner may have had delivered again.
-- takes: id, event_id, agent_id, type EventType, frame, former_event_id?
-- gives: type EventType, slot?
WITH offered AS (
  UPDATE task_run SET event_id = $2, offer_at = NULL, due_at = NULL WHERE id = $1
)
SELECT e.*, end_events(ARRAY[$6])
  FROM append_events(ARRAY[$2], ARRAY[$3], ARRAY[$4], ARRAY[$5], ARRAY[$1]) e
