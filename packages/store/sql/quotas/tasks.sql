-- How many tasks each agent has, up to a number.
-- takes: owner_ids, max
SELECT (SELECT count(*)::int FROM (
  SELECT FROM task WHERE agent_id = o.id AND deleted_at IS NULL LIMIT $2
) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
