-- Says that a hub lives. If that is late, its agents may have counted as offline. Names its revoked sessions.
WITH former AS (
  SELECT heartbeat_at < now() - interval '8 seconds' AS late FROM hub WHERE slot = $1 AND epoch = $2
), beat AS (
  UPDATE hub SET heartbeat_at = now() WHERE slot = $1 AND epoch = $2 RETURNING 1
)
SELECT EXISTS (SELECT 1 FROM beat) AS "isCurrent", coalesce((SELECT late FROM former), false) AS "wasLate",
       ARRAY(
         SELECT id FROM agent_session WHERE slot = $1 AND epoch = $2 AND revoke_at <= now()
       ) AS "revokedSessionIds"
