-- takes: id, owner_id, secret_hash, secret_sealed, grace_seconds
UPDATE agent
   SET previous_secret_hash = CASE WHEN $5::int > 0 THEN secret_hash END,
       previous_secret_valid_until = CASE WHEN $5::int > 0 THEN now() + $5::int * interval '1 second' END,
       secret_hash = $3, secret_sealed = $4
 WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL
RETURNING agent_name, previous_secret_valid_until AS valid_until
