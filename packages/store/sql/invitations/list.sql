-- takes: inviter_id, cursor?, limit
SELECT id AS "invitationId", note, created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt"
  FROM invitation WHERE inviter_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3
