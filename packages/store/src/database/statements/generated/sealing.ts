// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

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

export const read = statement<{ columnName: string; keyId: string; after: string; max: number }, { id: string; sealed: Buffer }>('sealing/read', ['columnName', 'keyId', 'after', 'max'], `
SELECT id, sealed FROM sealed_value WHERE column_name = $1 AND key_id = $2 AND id > $3 ORDER BY id LIMIT $4`);

export const replace = statement<{ columnName: string; ids: readonly string[]; formers: readonly Buffer[]; anews: readonly Buffer[] }, { replaced: number }>('sealing/replace', ['columnName', 'ids', 'formers', 'anews'], `
SELECT replace_sealed($1, $2, $3, $4) AS replaced`);
