-- Locks a user for the deletion, so that no agent is created meanwhile, and no sign-in is missed.
SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR UPDATE
