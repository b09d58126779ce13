SELECT p.agent_id AS "agentId", p.polled_at AS "polledAt" FROM agent_poll p WHERE p.agent_id = ANY ($1::text[])
