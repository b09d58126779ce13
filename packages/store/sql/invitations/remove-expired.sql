DELETE FROM invitation i
 WHERE i.inviter_id = $1 AND i.expires_at <= now() AND i.used_at IS NULL
   AND NOT EXISTS (SELECT FROM "user" u WHERE u.invitation_id = i.id)
