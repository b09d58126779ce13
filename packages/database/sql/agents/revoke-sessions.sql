-- Ends the sessions that the agent's secret has opened, now or at the end of the grace. Those of a grace that runs already end now.
-- takes: agent_id, valid_until?
UPDATE agent_session
   SET revoke_at = CASE WHEN revoke_at IS NULL THEN coalesce($2::timestamptz, date_trunc('milliseconds', now()))
                        ELSE date_trunc('milliseconds', now()) END
 WHERE agent_id = $1 AND key_id IS NULL
