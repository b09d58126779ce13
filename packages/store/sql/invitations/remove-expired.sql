DELETE FROM invitation WHERE inviter_id = $1 AND expires_at <= now() AND used_at IS NULL
