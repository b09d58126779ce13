-- The login that waits for a person under a code.
-- takes: user_code_hash
SELECT client_name AS "clientName", address, scopes, expires_in_seconds AS "expiresInSeconds",
       created_at AS "createdAt", expires_at AS "expiresAt"
  FROM device_login WHERE user_code_hash = $1 AND state = 'pending' AND expires_at > now()
