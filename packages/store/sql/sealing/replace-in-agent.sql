-- Puts other sealed values in place of former ones, where these, compared under the lock, are still there.
-- takes: ids, formers, anews
WITH locked AS MATERIALIZED (
  SELECT g.* FROM agent t JOIN unnest($1::text[], $2::bytea[], $3::bytea[]) AS g (id, former, anew)
      ON t.id = g.id
     AND g.former IN (t.secret_sealed, t.signing_secret_sealed, t.previous_signing_sealed)
   ORDER BY t.id FOR NO KEY UPDATE OF t SKIP LOCKED
)
UPDATE agent t
   SET secret_sealed = CASE t.secret_sealed WHEN l.former THEN l.anew ELSE t.secret_sealed END,
       signing_secret_sealed =
         CASE t.signing_secret_sealed WHEN l.former THEN l.anew ELSE t.signing_secret_sealed END,
       previous_signing_sealed =
         CASE t.previous_signing_sealed WHEN l.former THEN l.anew ELSE t.previous_signing_sealed END
  FROM locked l WHERE t.id = l.id
RETURNING t.id
