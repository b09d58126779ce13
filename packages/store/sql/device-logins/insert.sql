-- Begins a login, unless as many wait for a person as may wait, of all or of one address. One host can use
-- all of a /64 network of IPv6, which counts as one address. Other texts stay, such as those with a zone.
-- takes: id, device_code_hash, user_code_hash, client_name, address?, scopes, expires_in_seconds
-- takes: login_seconds, poll_seconds, open_max, open_of_address_max
WITH open AS MATERIALIZED (
  SELECT count(*) >= $10 AS is_full, count(*) FILTER (WHERE own.network = other.network) >= $11 AS is_many
    FROM device_login l CROSS JOIN LATERAL (
      SELECT CASE WHEN l.address ~ '^[0-9A-Fa-f:]*:[0-9A-Fa-f:]*(/64)?$'
                  THEN network(set_masklen(l.address::inet, 64))::text ELSE l.address END AS network
    ) other CROSS JOIN LATERAL (
      SELECT CASE WHEN $5::text ~ '^[0-9A-Fa-f:]*:[0-9A-Fa-f:]*(/64)?$'
                  THEN network(set_masklen($5::inet, 64))::text ELSE $5 END AS network
    ) own
   WHERE l.state = 'pending' AND l.expires_at > now()
), begun AS (
  INSERT INTO device_login (id, device_code_hash, user_code_hash, client_name, address, scopes,
                            expires_in_seconds, expires_at, poll_seconds, next_poll_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, now() + $8::int * interval '1 second', $9,
         date_trunc('milliseconds', now())
    FROM open WHERE NOT is_full AND NOT is_many
)
SELECT is_full AS "isFull", is_many AS "isMany" FROM open
