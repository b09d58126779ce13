-- Puts other sealed values in place of former ones, where these, compared under the lock, are still there.
-- takes: ids, formers, anews
WITH locked AS MATERIALIZED (
  SELECT g.* FROM trigger t JOIN unnest($1::text[], $2::bytea[], $3::bytea[]) AS g (id, former, anew)
      ON t.task_id = g.id AND g.former IN (t.trigger_sealed, t.sender_sealed)
   ORDER BY t.task_id FOR NO KEY UPDATE OF t SKIP LOCKED
)
UPDATE trigger t
   SET trigger_sealed = CASE t.trigger_sealed WHEN l.former THEN l.anew ELSE t.trigger_sealed END,
       sender_sealed = CASE t.sender_sealed WHEN l.former THEN l.anew ELSE t.sender_sealed END
  FROM locked l WHERE t.task_id = l.id
RETURNING t.task_id
