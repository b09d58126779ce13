// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

/** How many values of a column a key has sealed, up to a number. */
export const count = statement<{ columnName: string; keyId: string; max: number }, { count: number }>('sealing/count', ['columnName', 'keyId', 'max'], `
SELECT count(*)::int AS count FROM (
  SELECT FROM sealed_value WHERE column_name = $1 AND key_id = $2 LIMIT $3
) found`);

/** The keys that have sealed values of a column. It reads one entry of the index for each key. */
export const keys = statement<{ columnName: string }, { keyId: string }>('sealing/keys', ['columnName'], `
WITH RECURSIVE used AS (
  (SELECT key_id FROM sealed_value WHERE column_name = $1 AND key_id > '' ORDER BY key_id LIMIT 1)
  UNION ALL
  SELECT (SELECT key_id FROM sealed_value WHERE column_name = $1 AND key_id > u.key_id
           ORDER BY key_id LIMIT 1)
    FROM used u WHERE u.key_id IS NOT NULL
)
SELECT key_id AS "keyId" FROM used WHERE key_id IS NOT NULL`);

/** The next values of a column that a key has sealed, in the order of their rows. */
export const read = statement<{ columnName: string; keyId: string; after: string; max: number }, { id: string; sealed: Buffer }>('sealing/read', ['columnName', 'keyId', 'after', 'max'], `
SELECT id, sealed FROM sealed_value WHERE column_name = $1 AND key_id = $2 AND id > $3 ORDER BY id LIMIT $4`);

/** Puts other sealed values in place of former ones, where these, compared under the lock, are still there. */
export const replaceInAgent = statement<{ ids: readonly string[]; formers: readonly Buffer[]; anews: readonly Buffer[] }, { id: string }>('sealing/replace-in-agent', ['ids', 'formers', 'anews'], `
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
RETURNING t.id`);

/** Puts other sealed answers in place of former ones, where these are still there. */
export const replaceInIdempotencyKey = statement<{ ids: readonly string[]; formers: readonly Buffer[]; anews: readonly Buffer[] }, { id: string }>('sealing/replace-in-idempotency-key', ['ids', 'formers', 'anews'], `
WITH locked AS MATERIALIZED (
  SELECT g.* FROM idempotency_key t JOIN unnest($1::text[], $2::bytea[], $3::bytea[]) AS g (id, former, anew)
      ON t.id = g.id AND t.answer_sealed = g.former
   ORDER BY t.id FOR NO KEY UPDATE OF t SKIP LOCKED
)
UPDATE idempotency_key t SET answer_sealed = l.anew FROM locked l WHERE t.id = l.id RETURNING t.id`);

/** Puts other sealed values in place of former ones, where these, compared under the lock, are still there. */
export const replaceInTrigger = statement<{ ids: readonly string[]; formers: readonly Buffer[]; anews: readonly Buffer[] }, { task_id: string }>('sealing/replace-in-trigger', ['ids', 'formers', 'anews'], `
WITH locked AS MATERIALIZED (
  SELECT g.* FROM trigger t JOIN unnest($1::text[], $2::bytea[], $3::bytea[]) AS g (id, former, anew)
      ON t.task_id = g.id AND g.former IN (t.trigger_sealed, t.sender_sealed)
   ORDER BY t.task_id FOR NO KEY UPDATE OF t SKIP LOCKED
)
UPDATE trigger t
   SET trigger_sealed = CASE t.trigger_sealed WHEN l.former THEN l.anew ELSE t.trigger_sealed END,
       sender_sealed = CASE t.sender_sealed WHEN l.former THEN l.anew ELSE t.sender_sealed END
  FROM locked l WHERE t.task_id = l.id
RETURNING t.task_id`);
