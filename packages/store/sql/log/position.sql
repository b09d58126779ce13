-- The number of the agent's newest event and that of one of its events, and the push_no of another, or 0.
-- takes: agent_id, event_id?, seq?
-- gives: seq?
SELECT c.last_seq AS "lastSeq", (SELECT seq FROM event e WHERE e.id = $2 AND e.agent_id = c.agent_id) AS seq,
       coalesce((SELECT push_no FROM event e WHERE e.agent_id = c.agent_id AND e.seq = $3), 0) AS "pushNo"
  FROM agent_counter c WHERE c.agent_id = $1
