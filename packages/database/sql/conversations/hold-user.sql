-- Holds a user against deletion, before agent and conversation are locked.
-- takes: id
SELECT id FROM "user" WHERE id = $1 FOR KEY SHARE
