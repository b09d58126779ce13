UPDATE invitation i SET claimed_until = now() + interval '1 minute'
 WHERE i.token_hash = $1 AND i.used_at IS NULL AND i.expires_at > now()
   AND (i.claimed_until IS NULL OR i.claimed_until < now())
   AND NOT EXISTS (SELECT FROM "user" u WHERE u.invitation_id = i.id)
   AND EXISTS (SELECT FROM "user" u WHERE u.id = i.inviter_id AND u.deleted_at IS NULL)
RETURNING id
