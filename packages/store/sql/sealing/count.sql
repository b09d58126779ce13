-- How many values of a column a key has sealed, up to a number.
-- takes: place, key_id, max
SELECT count(*)::int AS count FROM (
  SELECT FROM sealed_value WHERE place = $1 AND key_id = $2 LIMIT $3
) found
