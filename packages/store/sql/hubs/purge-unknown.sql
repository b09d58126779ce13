-- takes: slot, epoch, known_ids
DELETE FROM agent_session
 WHERE slot = $1 AND epoch = $2 AND id <> ALL ($3::text[]) AND connected_at < now() - interval '30 seconds'
RETURNING id
