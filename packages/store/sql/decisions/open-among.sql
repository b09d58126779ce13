SELECT id FROM decision WHERE id = ANY ($1) AND status = 'pending'
