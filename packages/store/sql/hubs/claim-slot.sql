-- Takes a slot from any owner: its epoch voids the sessions of its former owner.
-- takes: slot
INSERT INTO hub (slot, epoch, heartbeat_at) VALUES ($1, 1, now())
ON CONFLICT (slot) DO UPDATE SET epoch = hub.epoch + 1, heartbeat_at = now()
RETURNING slot, epoch
