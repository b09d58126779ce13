import { rows } from '@svc/database';
import { lookStatement } from './look.js';
import type { Retained } from './retained.js';

/** Entries of the audit log. Their days count from their writing, and nothing keeps them longer. */
export const RETAINED_AUDIT_ENTRIES: Retained = {
  look: lookStatement({
    kind: 'audit',
    table: 'audit_entry',
    time: 'x.created_at',
    among: 'true',
    stays: 'false',
  }),
  async remove(client, ids) {
    return { removed: { audit: (await rows(client, DELETE_ENTRIES, [ids])).length }, isWhole: true };
  },
};

/** Addresses in entries that stay. */
export const RETAINED_AUDIT_ADDRESSES: Retained = {
  look: lookStatement({
    kind: 'audit_address',
    table: 'audit_entry',
    time: 'x.created_at',
    among: 'x.address IS NOT NULL',
    stays: 'false',
  }),
  async remove(client, ids) {
    return {
      removed: { audit_address: (await rows(client, FORGET_ADDRESSES, [ids])).length },
      isWhole: true,
    };
  },
};

/** Erasures that have ended, which say nothing about a person. */
export const ENDED_ERASURES: Retained = {
  look: lookStatement({
    kind: 'erasure',
    table: 'erasure',
    time: 'x.finished_at',
    among: 'x.finished_at IS NOT NULL',
    stays: 'false',
  }),
  async remove(client, ids) {
    return { removed: { erasure: (await rows(client, DELETE_ERASURES, [ids])).length }, isWhole: true };
  },
};

const DELETE_ERASURES = {
  name: 'retention-delete-erasure',
  text: 'DELETE FROM erasure WHERE id = ANY ($1::text[]) RETURNING 1',
};

const DELETE_ENTRIES = {
  name: 'retention-delete-audit',
  text: 'DELETE FROM audit_entry WHERE id = ANY ($1::text[]) RETURNING 1',
};

const FORGET_ADDRESSES = {
  name: 'retention-forget-audit-addresses',
  text: 'UPDATE audit_entry SET address = NULL WHERE id = ANY ($1::text[]) AND address IS NOT NULL RETURNING 1',
};
