import type { WrittenStatement } from '@svc/database';
import { SEALED_COLUMNS, sealedWith } from './sealed-columns.js';
import type { SealedColumn, SealedColumnNames } from './sealed-columns.js';

/** The statements for one column of sealed values. */
interface SealingStatements {
  /** The ids of the keys in use. It reads one entry of the index for each key. */
  keys: WrittenStatement;
  /** Of a key, up to a number. */
  count: WrittenStatement;
  /** The next rows of a key, after an id. */
  read: WrittenStatement;
  /** Puts other values in place of former ones, where these are still there. */
  replace: WrittenStatement;
}

export const SEALING_STATEMENTS: Record<SealedColumn, SealingStatements> = {
  'agent.secret_sealed': statementsOf(SEALED_COLUMNS['agent.secret_sealed']),
  'agent.signing_secret_sealed': statementsOf(SEALED_COLUMNS['agent.signing_secret_sealed']),
  'agent.previous_signing_sealed': statementsOf(SEALED_COLUMNS['agent.previous_signing_sealed']),
  'trigger.trigger_sealed': statementsOf(SEALED_COLUMNS['trigger.trigger_sealed']),
  'trigger.sender_sealed': statementsOf(SEALED_COLUMNS['trigger.sender_sealed']),
  'idempotency_key.answer_sealed': statementsOf(SEALED_COLUMNS['idempotency_key.answer_sealed']),
};

function statementsOf(names: SealedColumnNames): SealingStatements {
  const { table, id, sealed } = names;
  const key = sealedWith(names);
  // Most agents have no signing secret, and the index of such a column leaves them out.
  const isThere = `${sealed} IS NOT NULL`;
  return {
    keys: {
      name: `sealing-keys-of-${table}-${sealed}`,
      text: `
        WITH RECURSIVE used AS (
          (SELECT ${key} AS key_id FROM ${table} WHERE ${isThere} ORDER BY 1 LIMIT 1)
          UNION ALL
          SELECT (SELECT ${key} FROM ${table} WHERE ${isThere} AND ${key} > u.key_id ORDER BY 1 LIMIT 1) FROM used u WHERE u.key_id IS NOT NULL
        )
        SELECT key_id FROM used WHERE key_id IS NOT NULL`,
    },
    count: {
      name: `sealing-count-of-${table}-${sealed}`,
      text: `SELECT count(*)::int AS count FROM (SELECT FROM ${table} WHERE ${isThere} AND ${key} = $1 LIMIT $2) AS found`,
    },
    read: {
      name: `sealing-read-${table}-${sealed}`,
      text: `SELECT ${id} AS id, ${sealed} AS sealed FROM ${table} WHERE ${isThere} AND ${key} = $1 AND ${id} > $2 ORDER BY ${id} LIMIT $3`,
    },
    // The former value is compared under the lock, so what its owner has rotated meanwhile stays.
    replace: {
      name: `sealing-replace-${table}-${sealed}`,
      text: `
        WITH given AS MATERIALIZED (
          SELECT * FROM unnest($1::text[], $2::bytea[], $3::bytea[]) AS g (id, former, anew)
        ), locked AS MATERIALIZED (
          SELECT t.${id} AS id, g.anew FROM ${table} t JOIN given g ON t.${id} = g.id AND t.${sealed} = g.former
           ORDER BY t.${id} FOR NO KEY UPDATE OF t SKIP LOCKED
        )
        UPDATE ${table} t SET ${sealed} = l.anew FROM locked l WHERE t.${id} = l.id RETURNING t.${id}`,
    },
  };
}
