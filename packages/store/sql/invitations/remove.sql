DELETE FROM invitation WHERE id = $1 AND used_at IS NULL RETURNING id
