-- Locks a user for the deletion, so that no agent is created meanwhile, and nobody signs in unseen.
-- takes: id
SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR UPDATE
