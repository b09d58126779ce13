-- What its agent has not heard of stays; so does a card whose request is open or was answered within the days.
-- takes: days, after, limit
WITH looked AS MATERIALIZED (
  SELECT x.id, x.conversation_id, x.created_at AS time FROM message x
   WHERE x.created_at > $2::timestamptz AND x.created_at <= days_ago($1)
   ORDER BY x.created_at FETCH FIRST $3 ROWS WITH TIES
), locked AS MATERIALIZED (
  SELECT c.id FROM conversation c
   WHERE c.id = ANY (ARRAY(SELECT DISTINCT conversation_id FROM looked)) AND c.deleted_at IS NULL
   FOR NO KEY UPDATE SKIP LOCKED
), due AS MATERIALIZED (
  SELECT x.id FROM message x
   WHERE x.id = ANY (ARRAY(SELECT id FROM looked)) AND x.conversation_id = ANY (ARRAY(SELECT id FROM locked))
     AND (SELECT 1 FROM event e WHERE e.subject_id = x.id AND e.state = 'open'
             AND NOT starts_with(e.subject_id, 'run_') LIMIT 1) IS NULL
     AND (x.decision_id IS NULL
       OR (SELECT 1 FROM event e WHERE e.subject_id = x.decision_id AND e.state = 'open'
              AND NOT starts_with(e.subject_id, 'run_') LIMIT 1) IS NULL
      AND coalesce((SELECT d.status <> 'pending' AND d.resolved_at <= days_ago($1)
                      FROM decision d WHERE d.id = x.decision_id), true))
   FOR UPDATE SKIP LOCKED
), gone AS (
  DELETE FROM message WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING *
), decisions AS (
  DELETE FROM decision WHERE id = ANY (ARRAY(SELECT decision_id FROM gone)) AND status <> 'pending'
  RETURNING 1
), files AS (
  UPDATE media SET expired_at = now() WHERE expired_at IS NULL AND id = ANY (ARRAY(
    SELECT regexp_replace(url, '^.*/', '') FROM gone g CROSS JOIN unnest(
      g.image_urls || g.audio_url || ARRAY(SELECT f ->> 'url' FROM jsonb_array_elements(g.files) f)) url))
  RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS message, (SELECT count(*)::int FROM decisions) AS decision,
       (SELECT count(*)::int FROM files) AS media,
       ARRAY(SELECT DISTINCT conversation_id FROM gone) AS conversation_ids,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM looked
