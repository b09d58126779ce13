-- takes: owner_ids, max
SELECT (SELECT count(*)::int FROM (
  SELECT FROM media WHERE user_id = o.id AND agent_id IS NULL AND message_id IS NULL
  UNION ALL SELECT FROM agent a JOIN media m ON m.user_id = a.owner_id AND m.agent_id = a.id AND m.message_id IS NULL
   WHERE a.id = o.id
  LIMIT $2
) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
