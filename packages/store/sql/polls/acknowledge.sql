-- Receives an agent's first events up to a number that were handed out to it, up to a page; their runs begin.
-- takes: agent_id, upto, limit, receipt
-- gives: eventId?, type? EventType
-- Runs are locked before events. An event that was opened again meanwhile has no mark any more, so it stays.
WITH counter AS MATERIALIZED (
  SELECT last_seq FROM agent_counter WHERE agent_id = $1
), handed_out AS MATERIALIZED (
  SELECT id, type, subject_id FROM event
   WHERE agent_id = $1 AND seq <= $2 AND handed_out_no <= $4 AND state <> 'delivered'
     AND $2 <= (SELECT last_seq FROM counter)
   ORDER BY seq LIMIT $3
), begun AS MATERIALIZED (
  SELECT count(*) FROM (SELECT array_agg(subject_id) AS ids FROM handed_out WHERE is_of_run(type)) h
   CROSS JOIN LATERAL begin_runs(h.ids) WHERE h.ids IS NOT NULL
), locked AS MATERIALIZED (
  SELECT e.id FROM begun CROSS JOIN event e
   WHERE e.id = ANY (ARRAY(SELECT id FROM handed_out)) AND e.state <> 'delivered'
     AND (e.handed_out_no <= $4) IS TRUE
   ORDER BY e.id FOR NO KEY UPDATE OF e
), received AS MATERIALIZED (
  SELECT r.* FROM (SELECT array_agg(id) AS ids FROM locked) h
   CROSS JOIN LATERAL receive_events(h.ids, 'long_poll') r WHERE h.ids IS NOT NULL
)
SELECT c.last_seq AS "lastSeq", (SELECT count(*)::int FROM handed_out) AS "handedOut",
       r.event_id AS "eventId", r.type
  FROM counter c LEFT JOIN received r ON true
