-- Removes all sessions of a hub: no more events are sent there. It may also give up its slot.
-- takes: slot, epoch, gives_up boolean
WITH released AS (
  UPDATE hub SET heartbeat_at = 'epoch' WHERE $3 AND slot = $1 AND epoch = $2 RETURNING 1
), gone AS (
  DELETE FROM agent_session WHERE slot = $1 AND epoch = $2 AND (SELECT count(*) FROM released) >= 0
  RETURNING agent_id
)
SELECT look_at_webhooks(ARRAY(TABLE gone))
