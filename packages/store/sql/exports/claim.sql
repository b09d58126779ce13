-- takes: lease_seconds, attempts_max
UPDATE account_export
   SET state = 'running', attempt = attempt + 1, lines = 0,
       leased_until = now() + $1::int * interval '1 second'
 WHERE id = (
   SELECT e.id FROM account_export e
    WHERE e.state IN ('pending', 'running') AND (e.leased_until IS NULL OR e.leased_until < now())
      AND e.attempt < $2 AND EXISTS (SELECT 1 FROM "user" u WHERE u.id = e.user_id AND u.deleted_at IS NULL)
    ORDER BY e.requested_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id AS "exportId", user_id AS "userId", attempt
