-- takes: user_code_hash, state, user_id?, scopes?, expires_in_seconds?
UPDATE device_login
   SET state = $2, user_id = $3, scopes = coalesce($4::text[], scopes),
       expires_in_seconds = coalesce($5::int, expires_in_seconds)
 WHERE user_code_hash = $1 AND state = 'pending' AND expires_at > now()
RETURNING id
