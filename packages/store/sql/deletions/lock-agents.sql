-- Locks the agents of a user who is about to be deleted.
-- takes: user_id
SELECT id FROM agent WHERE owner_id = $1 AND deleted_at IS NULL ORDER BY id FOR UPDATE
