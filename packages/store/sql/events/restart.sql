-- Sends events again, in their order, all or those in a state. Their runs are locked.
-- takes: ids, state?
-- gives: type EventType, slot?
SELECT event_id AS "eventId", agent_id AS "agentId", type, seq, push_no AS "pushNo",
       created_at AS "createdAt", owner_id AS "userId", slot, is_reachable AS "isReachable", frame
  FROM restart_events($1, $2) ORDER BY agent_id, push_no
