-- takes: id, user_id, format
INSERT INTO account_export (id, user_id, format) VALUES ($1, $2, $3)
RETURNING id AS "exportId", format, state, lines, bytes, requested_at AS "requestedAt",
          expires_at AS "expiresAt"
