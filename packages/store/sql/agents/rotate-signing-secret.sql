-- takes: id, sealed?, grace_seconds
UPDATE agent
   SET previous_signing_sealed = CASE WHEN $3 > 0 THEN coalesce(signing_secret_sealed, secret_sealed) END,
       previous_signing_until = CASE WHEN $3 > 0 THEN now() + $3::int * interval '1 second' END,
       signing_secret_sealed = $2
 WHERE id = $1
RETURNING previous_signing_until AS "previousSignatureUntil"
