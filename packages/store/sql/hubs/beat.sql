-- Says that a hub lives. Names its revoked sessions.
WITH beat AS (
  UPDATE hub SET heartbeat_at = now() WHERE slot = $1 AND epoch = $2 RETURNING 1
)
SELECT EXISTS (SELECT 1 FROM beat) AS "isCurrent",
       ARRAY(
         SELECT id FROM agent_session WHERE slot = $1 AND epoch = $2 AND revoke_at <= now()
       ) AS "revokedSessionIds"
