-- Locks a user, so that nothing else that is counted for the user is made meanwhile.
SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE
