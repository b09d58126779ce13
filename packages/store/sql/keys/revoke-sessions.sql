-- Ends the sessions that a key has opened. When it begins the key is locked, so it sees those written before.
UPDATE agent_session SET revoke_at = date_trunc('milliseconds', now()) WHERE agent_id = $2 AND key_id = $1
