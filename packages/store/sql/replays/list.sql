-- takes: agent_id, limit
SELECT * FROM replay_record WHERE "agentId" = $1 ORDER BY "replayId" DESC LIMIT $2
