DELETE FROM device_login d USING "user" u
 WHERE d.id = $1 AND d.state = 'approved' AND d.expires_at > now() AND u.id = d.user_id
RETURNING d.client_name AS "clientName", d.scopes, d.expires_in_seconds AS "expiresInSeconds",
          u.name AS "userName", u.email
