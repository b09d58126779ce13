import { rows } from '@svc/database';
import { lookStatement } from './look.js';
import type { Looked } from './look.js';
import type { Retained, RetentionKind } from './retained.js';

/** Entries of the audit log. Their days count from their writing, and nothing keeps them longer. */
export const RETAINED_AUDIT_ENTRIES = keptByTimeAlone({
  kind: 'audit',
  table: 'audit_entry',
  time: 'x.created_at',
  among: 'true',
  removal: 'DELETE FROM audit_entry WHERE id = ANY ($1::text[]) RETURNING 1',
});

/** Addresses in entries that stay. */
export const RETAINED_AUDIT_ADDRESSES = keptByTimeAlone({
  kind: 'audit_address',
  table: 'audit_entry',
  time: 'x.created_at',
  among: 'x.address IS NOT NULL',
  removal:
    'UPDATE audit_entry SET address = NULL WHERE id = ANY ($1::text[]) AND address IS NOT NULL RETURNING 1',
});

/** Erasures that have ended, which say nothing about a person. */
export const ENDED_ERASURES = keptByTimeAlone({
  kind: 'erasure',
  table: 'erasure',
  time: 'x.finished_at',
  among: 'x.finished_at IS NOT NULL',
  removal: 'DELETE FROM erasure WHERE id = ANY ($1::text[]) RETURNING 1',
});

/** Rows that have no parts, and that nothing keeps longer than their days. `removal` is SQL that removes those with the ids `$1`, and returns a row for each. */
function keptByTimeAlone({
  kind,
  removal,
  ...looked
}: Pick<Looked, 'table' | 'time' | 'among'> & { kind: RetentionKind; removal: string }): Retained {
  const statement = { name: `retention-remove-${kind}`, text: removal };
  return {
    look: lookStatement({ ...looked, kind, stays: 'false' }),
    async remove(client, ids) {
      return { removed: { [kind]: (await rows(client, statement, [ids])).length }, isWhole: true };
    },
  };
}
