SELECT id FROM agent WHERE owner_id = $1 AND deleted_at IS NULL ORDER BY id FOR UPDATE
