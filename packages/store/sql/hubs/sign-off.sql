-- Removes all sessions of a hub: no more events are sent there.
-- takes: slot, epoch
WITH gone AS (
  DELETE FROM agent_session WHERE slot = $1 AND epoch = $2 RETURNING agent_id
)
SELECT look_at_webhooks(ARRAY(TABLE gone))
