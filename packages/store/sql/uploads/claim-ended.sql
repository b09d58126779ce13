-- Claims files that are to be removed, for a minute. Each kind is found by an index of its own: CASE keeps
-- planners from others. All is looked at again when it is locked. What has not come whole may still come.
-- takes: limit, kept_hours, arrival_minutes
WITH due AS (
  (SELECT id FROM upload WHERE ended_at < now() - interval '1 minute' ORDER BY ended_at LIMIT $1)
  UNION ALL
  (SELECT id FROM upload
    WHERE ready_at IS NULL AND ended_at IS NULL AND created_at < now() - $3::int * interval '1 minute'
    ORDER BY created_at LIMIT $1)
  UNION ALL
  (SELECT id FROM upload WHERE ended_at IS NULL AND created_at < now() - $2::int * interval '1 hour'
    ORDER BY created_at LIMIT $1)
  UNION ALL
  (SELECT u.id FROM (SELECT id FROM "user" WHERE deleted_at IS NOT NULL ORDER BY deleted_at) x
    CROSS JOIN LATERAL (
      SELECT u.id FROM upload u
       WHERE u.user_id = x.id AND CASE WHEN u.ready_at IS NOT NULL AND u.ended_at IS NULL THEN true END
       ORDER BY u.user_id, u.agent_id LIMIT $1) u LIMIT $1)
  UNION ALL
  (SELECT u.id FROM (SELECT id, owner_id FROM agent WHERE deleted_at IS NOT NULL ORDER BY deleted_at) a
    CROSS JOIN LATERAL (
      SELECT u.id FROM upload u
       WHERE u.user_id = a.owner_id AND u.agent_id BETWEEN a.id AND a.id
         AND CASE WHEN u.ready_at IS NOT NULL AND u.ended_at IS NULL THEN true END
       ORDER BY u.user_id, u.agent_id LIMIT $1) u LIMIT $1)
)
UPDATE upload SET ended_at = now()
 WHERE id IN (
   SELECT u.id FROM upload u
    WHERE u.id = ANY (ARRAY(SELECT id FROM due))
      AND CASE WHEN u.ended_at IS NOT NULL THEN u.ended_at < now() - interval '1 minute'
               WHEN u.ready_at IS NULL THEN u.created_at < now() - $3::int * interval '1 minute'
               ELSE u.created_at < now() - $2::int * interval '1 hour'
                 OR EXISTS (SELECT FROM "user" x WHERE x.id = u.user_id AND x.deleted_at IS NOT NULL)
                 OR u.agent_id IS NOT NULL
                    AND NOT EXISTS (SELECT FROM agent a WHERE a.id = u.agent_id AND a.deleted_at IS NULL) END
    ORDER BY u.created_at LIMIT $1 FOR UPDATE OF u SKIP LOCKED)
RETURNING id
