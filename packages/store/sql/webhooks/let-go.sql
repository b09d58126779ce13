-- Lets go of events whose attempt is over.
-- Those of connected agents get a new `push_no`: their hubs may have passed them by while the attempt lasted.
-- takes: agent_ids
WITH locked AS MATERIALIZED (
  SELECT e.id, e.agent_id, e.push_no FROM event e
   WHERE e.agent_id = ANY ($1::text[]) AND e.in_flight_until <= now() AND e.state = 'open'
   ORDER BY e.id FOR NO KEY UPDATE SKIP LOCKED
), over AS MATERIALIZED (
  SELECT h.*, r.slot IS NOT NULL AS is_online,
         row_number() OVER (PARTITION BY h.agent_id ORDER BY h.push_no) AS number
    FROM locked h JOIN agent_reach r ON r.agent_id = h.agent_id
), counted AS (
  UPDATE agent_counter c SET last_push_no = c.last_push_no + n.events
    FROM (SELECT agent_id, count(*) AS events FROM over WHERE is_online GROUP BY agent_id) n
   WHERE c.agent_id = n.agent_id
  RETURNING c.agent_id, c.last_push_no - n.events AS before
)
UPDATE event e SET push_no = coalesce(c.before + o.number, e.push_no), in_flight_until = NULL
  FROM over o LEFT JOIN counted c ON c.agent_id = o.agent_id WHERE e.id = o.id
