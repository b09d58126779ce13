-- Which agents are connected.
-- takes: agent_ids
SELECT agent_id FROM agent_reach WHERE agent_id = ANY ($1::text[]) AND slot IS NOT NULL
