-- takes: column_name, key_id, after, max
SELECT id, sealed FROM sealed_value WHERE column_name = $1 AND key_id = $2 AND id > $3 ORDER BY id LIMIT $4
