-- Marks a user as deleted and ends its credentials. A sign-up needs an @.
WITH sessions AS (
  DELETE FROM session WHERE user_id = $1
), accounts AS (
  DELETE FROM account WHERE user_id = $1
), tries AS (
  DELETE FROM password_try
   WHERE subject = 'change ' || $1
      OR subject = (
        SELECT 'account ' || encode(sha256(convert_to(lower(email), 'UTF8')), 'hex')
          FROM "user" WHERE id = $1)
      OR subject = ANY (ARRAY(SELECT 'network ' || network FROM sign_in_network WHERE user_id = $1))
), networks AS (
  DELETE FROM sign_in_network WHERE user_id = $1
)
UPDATE "user" SET deleted_at = now(), email = 'deleted ' || id, name = '', image = NULL WHERE id = $1
