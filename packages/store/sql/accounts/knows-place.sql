-- Whether somebody has signed in to an account from there within 90 days: a row then.
-- takes: email, place
SELECT u.id FROM sign_in_place p JOIN "user" u ON u.id = p.user_id
 WHERE u.email = $1 AND p.place = $2 AND p.used_at > now() - interval '90 days'
