-- takes: owner_ids, max
SELECT (SELECT count(*)::int FROM (
  SELECT FROM upload WHERE user_id = o.id AND agent_id IS NULL
  UNION ALL SELECT FROM agent a JOIN upload u ON u.user_id = a.owner_id AND u.agent_id = a.id WHERE a.id = o.id
  LIMIT $2
) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
