-- How many triggers of each task wait, up to a limit. The order is the index's, so that only so many are read.
-- takes: task_ids, limit
SELECT (SELECT count(*)::int FROM (
  SELECT FROM task_run r WHERE r.task_id = t.id AND r.stage BETWEEN 0 AND 0 ORDER BY r.stage, r.id LIMIT $2
) waiting) AS used FROM unnest($1::text[]) WITH ORDINALITY AS t (id, ordinal) ORDER BY t.ordinal
