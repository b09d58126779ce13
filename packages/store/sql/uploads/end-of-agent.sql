-- Lets uploads of an agent that is about to be removed be claimed at once. They are not found by it any more.
UPDATE upload SET ended_at = date_trunc('milliseconds', now()) - interval '1 minute'
 WHERE id IN (
   SELECT u.id FROM agent a JOIN upload u ON u.user_id = a.owner_id AND u.agent_id = a.id
    WHERE a.id = $1 AND u.ended_at IS NULL LIMIT $2 FOR UPDATE OF u SKIP LOCKED)
RETURNING id
