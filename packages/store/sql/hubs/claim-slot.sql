-- Takes a slot from any owner, or from one that is gone: its epoch voids the sessions of its former owner.
-- takes: slot, only_if_gone boolean
INSERT INTO hub (slot, epoch, heartbeat_at) VALUES ($1, 1, now())
ON CONFLICT (slot) DO UPDATE SET epoch = hub.epoch + 1, heartbeat_at = now()
 WHERE NOT $2 OR hub.heartbeat_at < now() - interval '10 seconds'
RETURNING slot, epoch
