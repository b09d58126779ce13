-- Ends the sessions that the agent's secret or a key of it has opened, now or after the grace; those of a former
-- grace now. The agent is locked, so it sees those that were written before.
-- takes: agent_id, valid_until?, key_id?
UPDATE agent_session
   SET revoke_at = CASE WHEN revoke_at IS NULL AND $2::timestamptz IS NOT NULL THEN $2
                        ELSE date_trunc('milliseconds', now()) END
 WHERE agent_id = $1 AND key_id IS NOT DISTINCT FROM $3::text
