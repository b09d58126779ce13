-- The keys that have sealed values of a column. It reads one entry of the index for each key.
WITH RECURSIVE used AS (
  (SELECT key_id FROM sealed_value WHERE column_name = $1 AND key_id > '' ORDER BY key_id LIMIT 1)
  UNION ALL
  SELECT (SELECT key_id FROM sealed_value WHERE column_name = $1 AND key_id > u.key_id
           ORDER BY key_id LIMIT 1)
    FROM used u WHERE u.key_id IS NOT NULL
)
SELECT key_id AS "keyId" FROM used WHERE key_id IS NOT NULL
