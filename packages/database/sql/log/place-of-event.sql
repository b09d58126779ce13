-- The number of the agent's newest event, and that of one of its events, if it is kept.
-- takes: agent_id, event_id
-- gives: seq?
SELECT c.last_seq AS "lastSeq", (SELECT e.seq FROM event e WHERE e.id = $2 AND e.agent_id = c.agent_id) AS seq
  FROM agent_counter c WHERE c.agent_id = $1
