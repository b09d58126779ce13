-- takes: agent_id, after, upto
SELECT id, seq FROM event WHERE agent_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq DESC LIMIT 1
