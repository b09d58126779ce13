-- Notes the network from which a user has signed in.
-- takes: user_id, network
INSERT INTO sign_in_network (user_id, network, used_at) VALUES ($1, $2, now())
ON CONFLICT (user_id, network) DO UPDATE SET used_at = now()
