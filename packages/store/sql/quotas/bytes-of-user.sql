-- takes: owner_ids
SELECT (SELECT coalesce(sum(byte_length), 0)::float8 FROM (
  SELECT m.byte_length FROM agent a JOIN media m ON m.agent_id = a.id WHERE a.owner_id = o.id
  UNION ALL SELECT byte_length FROM upload WHERE user_id = o.id
) files) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
