SELECT * FROM replay_record WHERE agent_id = $1 ORDER BY id DESC LIMIT $2
