-- A program asks what became of its login. One that asks too soon, such as beside another call, waits longer.
-- takes: id, more_seconds
WITH asked AS MATERIALIZED (
  SELECT id, next_poll_at > now() AS is_too_soon,
         CASE WHEN next_poll_at > now() THEN $2::int ELSE 0 END AS more
    FROM device_login WHERE id = $1 AND expires_at > now() FOR NO KEY UPDATE
)
UPDATE device_login d
   SET poll_seconds = d.poll_seconds + a.more,
       next_poll_at = now() + (d.poll_seconds + a.more - 1) * interval '1 second'
  FROM asked a WHERE d.id = a.id
RETURNING d.id, a.is_too_soon AS "isTooSoon", d.state, d.user_id AS "userId"
