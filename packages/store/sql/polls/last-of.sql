SELECT agent_id AS "agentId", polled_at AS "polledAt" FROM agent_poll WHERE agent_id = ANY ($1::text[])
