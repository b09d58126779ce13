-- takes: owner_id, before?, limit?
SELECT * FROM agent_record WHERE "ownerId" = $1 AND "agentId" < coalesce($2, 'agt_z') ORDER BY "agentId" DESC LIMIT $3
