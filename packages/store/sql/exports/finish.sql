-- Ends an export: the file has so many bytes, or will not be made. As exports/proceed, for its attempt alone.
-- takes: id, attempt, lines, bytes?, kept_hours
UPDATE account_export e
   SET state = CASE WHEN $4::bigint IS NULL THEN 'failed' ELSE 'ready' END, lines = $3,
       bytes = coalesce($4, 0), leased_until = NULL, expires_at = now() + $5::int * interval '1 hour'
  FROM "user" u
 WHERE e.id = $1 AND e.attempt = $2 AND e.state = 'running' AND u.id = e.user_id AND u.deleted_at IS NULL
RETURNING e.id
