-- The user with an e-mail address, in lower case.
-- takes: email
SELECT id FROM "user" WHERE email = $1 AND deleted_at IS NULL
