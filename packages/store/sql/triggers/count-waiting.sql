-- The order is the index's, and the limit is hidden from planners, so that only so many are read.
-- takes: task_ids, limit
SELECT (SELECT count(*)::int FROM (
  SELECT FROM task_run r WHERE r.task_id = t.id AND r.stage BETWEEN 0 AND 0 ORDER BY r.stage, r.id
   LIMIT (SELECT $2::int)
) waiting) AS used FROM unnest($1::text[]) WITH ORDINALITY AS t (id, ordinal) ORDER BY t.ordinal
