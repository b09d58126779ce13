-- Whether an account was signed in to from this network within 90 days: a row then.
-- takes: email, network
SELECT u.id FROM sign_in_network n JOIN "user" u ON u.id = n.user_id
 WHERE u.email = $1 AND n.network = $2 AND n.used_at > now() - interval '90 days'
