-- takes: column_name, key_id, max
SELECT count(*)::int AS count FROM (
  SELECT FROM sealed_value WHERE column_name = $1 AND key_id = $2 LIMIT $3
) found
