-- Takes a slot whose owner is gone.
-- takes: slot
UPDATE hub SET epoch = epoch + 1, heartbeat_at = now()
 WHERE slot = $1 AND heartbeat_at < now() - interval '10 seconds'
RETURNING slot, epoch
