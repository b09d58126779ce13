-- Holds a user against deletion, before anything of the user is locked: in this order a deletion locks them.
SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE
