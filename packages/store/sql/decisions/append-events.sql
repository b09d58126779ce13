-- takes: event_ids, agent_ids, frames, decision_ids
-- gives: type EventType, slot?
SELECT *
  FROM append_events($1, $2, ARRAY(SELECT 'decision_resolved' FROM unnest($1::text[])), $3, $4)
