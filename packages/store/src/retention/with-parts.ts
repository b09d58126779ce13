import { rows } from '@svc/database';
import { ROWS_PER_STEP } from './look.js';
import type { RemovedRows, Retained, RetentionKind } from './retained.js';

interface WithParts {
  kind: RetentionKind;
  table: string;
  partKind: keyof RemovedRows;
  /** The table of the parts. */
  parts: string;
  /** Their column that names the row which they hang on. */
  key: string;
  /** What names one part among all. */
  partId: 'id' | 'ctid';
}

/** Removes rows after their parts. One step removes a bounded number of parts. A row that still has parts stays for a later step. */
export function removeWithParts({
  kind,
  table,
  partKind,
  parts,
  key,
  partId,
}: WithParts): Retained['remove'] {
  // Locked parts are passed over, so that a step waits for nobody.
  const deleteParts = {
    name: `retention-delete-${partKind}-of-${kind}`,
    text: `
    DELETE FROM ${parts} WHERE ${partId} = ANY (ARRAY(
      SELECT ${partId} FROM ${parts} WHERE ${key} = ANY ($1::text[]) LIMIT ${ROWS_PER_STEP} FOR UPDATE SKIP LOCKED))
    RETURNING 1`,
  };
  const deleteRows = {
    name: `retention-delete-${kind}`,
    text: `
    DELETE FROM ${table} x
     WHERE x.id = ANY ($1::text[]) AND (SELECT 1 FROM ${parts} p WHERE p.${key} = x.id LIMIT 1) IS NULL
    RETURNING 1`,
  };
  return async (client, ids) => {
    const goneParts = await rows(client, deleteParts, [ids]);
    const goneRows = await rows(client, deleteRows, [ids]);
    return {
      removed: { [kind]: goneRows.length, [partKind]: goneParts.length },
      isWhole: goneParts.length < ROWS_PER_STEP,
    };
  };
}
