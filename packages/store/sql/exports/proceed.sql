-- takes: id, attempt, lines, lease_seconds
UPDATE account_export e SET lines = $3, leased_until = now() + $4::int * interval '1 second' FROM "user" u
 WHERE e.id = $1 AND e.attempt = $2 AND e.state = 'running' AND u.id = e.user_id AND u.deleted_at IS NULL
RETURNING e.id
