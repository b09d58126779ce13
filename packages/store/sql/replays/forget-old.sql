DELETE FROM replay WHERE agent_id = $1 AND state <> 'running'
   AND id NOT IN (SELECT id FROM replay WHERE agent_id = $1 ORDER BY id DESC LIMIT $2)
