-- takes: id, inviter_id, note, token_hash, expires_in_seconds, open_max
INSERT INTO invitation (id, inviter_id, note, token_hash, expires_at)
SELECT $1, $2, $3, $4, now() + $5::int * interval '1 second'
 WHERE (SELECT count(*) FROM invitation i WHERE i.inviter_id = $2 AND i.used_at IS NULL) < $6
RETURNING id AS "invitationId", note, created_at AS "createdAt", expires_at AS "expiresAt",
          used_at AS "usedAt"
