-- takes: id, owner_id?
SELECT * FROM agent_record WHERE "agentId" = $1 AND ($2::text IS NULL OR "ownerId" = $2)
