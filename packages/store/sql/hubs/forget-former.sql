DELETE FROM agent_session WHERE slot = $1 AND epoch < $2
