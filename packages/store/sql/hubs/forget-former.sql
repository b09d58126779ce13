-- Removes the sessions of a slot's former owners.
-- takes: slot, epoch
DELETE FROM agent_session WHERE slot = $1 AND epoch < $2
