-- Marks a user as deleted and ends its credentials. A sign-up needs an @.
WITH sessions AS (
  DELETE FROM session WHERE user_id = $1
), accounts AS (
  DELETE FROM account WHERE user_id = $1
), counts AS (
  DELETE FROM rate_count c
   USING (SELECT encode(sha256(convert_to(lower(email), 'UTF8')), 'hex') AS hash FROM "user" WHERE id = $1) e
   WHERE c.subject BETWEEN e.hash || ' ' AND e.hash || '!'
), changes AS (
  DELETE FROM rate_count WHERE subject = 'change ' || $1
)
UPDATE "user" SET deleted_at = now(), email = 'deleted ' || id, name = '', image = NULL WHERE id = $1
