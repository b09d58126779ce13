DELETE FROM audit_entry WHERE id IN (SELECT id FROM audit_entry WHERE user_id = $1 LIMIT $2) RETURNING id
