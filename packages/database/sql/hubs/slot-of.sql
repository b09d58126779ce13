-- The slot of the hub that an agent is connected to.
-- takes: agent_id
SELECT slot FROM agent_reach WHERE agent_id = $1 AND slot IS NOT NULL
