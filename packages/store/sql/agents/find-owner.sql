SELECT owner_id FROM agent WHERE id = $1 AND deleted_at IS NULL
