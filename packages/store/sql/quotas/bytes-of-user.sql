-- takes: owner_ids
SELECT (SELECT coalesce(sum(byte_length), 0)::float8 FROM media WHERE user_id = o.id) AS used
  FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
