-- The number of the agent's newest event, and the push_no of its event with a number, 0 if that is not kept.
-- takes: agent_id, seq
SELECT c.last_seq AS "lastSeq",
       coalesce((SELECT push_no FROM event e WHERE e.agent_id = c.agent_id AND e.seq = $2), 0) AS "pushNo"
  FROM agent_counter c WHERE c.agent_id = $1
