-- The agents that are connected, and the slots of their hubs.
-- takes: agent_ids
-- gives: slot! string
SELECT agent_id, slot FROM agent_reach WHERE agent_id = ANY ($1::text[]) AND slot IS NOT NULL
