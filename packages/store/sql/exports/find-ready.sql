-- An export of a user whose file can be fetched.
-- takes: id, user_id
SELECT e.id AS "exportId", e.format, e.state, e.lines, e.bytes,
       e.requested_at AS "requestedAt", e.expires_at AS "expiresAt"
  FROM account_export e JOIN "user" u ON u.id = e.user_id
 WHERE e.id = $1 AND e.user_id = $2 AND e.state = 'ready' AND e.expires_at > now() AND u.deleted_at IS NULL
