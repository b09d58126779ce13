DELETE FROM invitation i
 WHERE i.id = $1 AND i.used_at IS NULL AND (i.claimed_until IS NULL OR i.claimed_until < now())
   AND NOT EXISTS (SELECT FROM "user" u WHERE u.invitation_id = i.id)
RETURNING id
