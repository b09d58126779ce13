-- Puts other sealed answers in place of former ones, where these are still there.
-- takes: ids, formers, anews
WITH locked AS MATERIALIZED (
  SELECT g.* FROM idempotency_key t JOIN unnest($1::text[], $2::bytea[], $3::bytea[]) AS g (id, former, anew)
      ON t.id = g.id AND t.answer_sealed = g.former
   ORDER BY t.id FOR NO KEY UPDATE OF t SKIP LOCKED
)
UPDATE idempotency_key t SET answer_sealed = l.anew FROM locked l WHERE t.id = l.id RETURNING t.id
