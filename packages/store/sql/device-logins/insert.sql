-- takes: id, device_code_hash, user_code_hash, client_name, address?, scopes, expires_in_seconds
-- takes: login_seconds, poll_seconds, open_max, open_of_address_max
WITH open AS MATERIALIZED (
  SELECT count(*) >= $10 AS is_full,
         count(*) FILTER (WHERE network_of(l.address) = network_of($5)) >= $11 AS is_many
    FROM device_login l WHERE l.state = 'pending' AND l.expires_at > now()
), begun AS (
  INSERT INTO device_login (id, device_code_hash, user_code_hash, client_name, address, scopes,
                            expires_in_seconds, expires_at, poll_seconds, next_poll_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, now() + $8::int * interval '1 second', $9,
         date_trunc('milliseconds', now())
    FROM open WHERE NOT is_full AND NOT is_many
)
SELECT is_full AS "isFull", is_many AS "isMany" FROM open
