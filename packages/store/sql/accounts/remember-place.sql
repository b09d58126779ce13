-- Somebody has signed in to an account from there.
-- takes: user_id, place
INSERT INTO sign_in_place (user_id, place, used_at) VALUES ($1, $2, now())
ON CONFLICT (user_id, place) DO UPDATE SET used_at = now()
