-- Gives a slot up, with all sessions of its hub.
-- takes: slot, epoch
WITH released AS (
  UPDATE hub SET heartbeat_at = 'epoch' WHERE slot = $1 AND epoch = $2 RETURNING 1
), gone AS (
  DELETE FROM agent_session WHERE slot = $1 AND epoch = $2 AND (SELECT count(*) FROM released) >= 0
  RETURNING agent_id
)
SELECT look_at_webhooks(ARRAY(TABLE gone))
