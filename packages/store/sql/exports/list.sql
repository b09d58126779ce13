SELECT id AS "exportId", state, lines, bytes, requested_at AS "requestedAt", expires_at AS "expiresAt"
  FROM account_export WHERE user_id = $1 ORDER BY id DESC
