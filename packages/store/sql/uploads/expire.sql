-- Marks files that are to be removed: they have not come in time, no message has taken them, or their user is
-- deleted. Each kind is found by an index of its own: CASE keeps planners from others. All is looked at again
-- when it is locked. What has not come whole may still come.
-- takes: limit, kept_hours, arrival_minutes
WITH due AS (
  (SELECT id FROM media
    WHERE ready_at IS NULL AND expired_at IS NULL AND created_at < now() - $3::int * interval '1 minute'
    ORDER BY created_at LIMIT $1)
  UNION ALL
  (SELECT id FROM media
    WHERE message_id IS NULL AND expired_at IS NULL AND created_at < now() - $2::int * interval '1 hour'
    ORDER BY created_at LIMIT $1)
  UNION ALL
  (SELECT m.id FROM (SELECT id FROM "user" WHERE deleted_at IS NOT NULL ORDER BY deleted_at) x
    CROSS JOIN LATERAL (
      SELECT m.id FROM media m WHERE m.user_id = x.id AND m.message_id IS NULL
         AND CASE WHEN m.ready_at IS NOT NULL AND m.expired_at IS NULL THEN true END
       ORDER BY m.user_id, m.agent_id LIMIT $1) m LIMIT $1)
)
UPDATE media SET expired_at = now()
 WHERE id IN (
   SELECT m.id FROM media m
    WHERE m.id = ANY (ARRAY(SELECT id FROM due))
      AND CASE WHEN m.message_id IS NULL AND m.expired_at IS NULL THEN
            m.ready_at IS NULL OR m.created_at < now() - $2::int * interval '1 hour'
              OR EXISTS (SELECT FROM "user" x WHERE x.id = m.user_id AND x.deleted_at IS NOT NULL) END
    FOR UPDATE OF m SKIP LOCKED)
RETURNING id
