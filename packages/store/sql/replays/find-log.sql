-- The last number of an agent's log, if the agent is the owner's, and the time.
-- takes: agent_id, owner_id
SELECT coalesce(c.last_seq, 0) AS "lastSeq", now() AS now
  FROM agent a LEFT JOIN agent_counter c ON c.agent_id = a.id
 WHERE a.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL
