-- takes: id, user_id
INSERT INTO account_export (id, user_id) VALUES ($1, $2)
RETURNING id AS "exportId", state, lines, bytes, requested_at AS "requestedAt", expires_at AS "expiresAt"
