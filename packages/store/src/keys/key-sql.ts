import type { WrittenStatement } from '@svc/database';
import type { KeyState } from '@svc/domain';

/** A table of keys, and the column that says whose they are. Agents and people have one each, of the same columns. */
export interface KeyTable {
  table: 'agent_key' | 'api_key';
  holder: 'agent_id' | 'user_id';
}

/** A key as the person sees it who has made it. Nobody sees its text again. */
export interface KeyRecord {
  keyId: string;
  name: string;
  state: KeyState;
  createdAt: Date;
  revokedAt: Date | null;
  /** To the minute; `null` if it was never used. */
  lastUsedAt: Date | null;
}

/** The state of the key `k`, by the database's clock, so that all processes agree. */
export const KEY_STATE = `CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'active' END`;

export const KEY_COLUMNS = `
  k.id AS "keyId", k.name, k.scopes, ${KEY_STATE} AS state, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt"`;

/**
 * Adds a key: id, holder, name, hash, scopes, seconds until its end, and how many active keys the holder may have; no row if there are as many. The
 * holder is locked, so that nobody else adds one meanwhile.
 */
export function insertKey({ table, holder }: KeyTable): WrittenStatement {
  return {
    name: `key-insert-${table}`,
    text: `
    WITH k AS (
      INSERT INTO ${table} (id, ${holder}, name, key_hash, scopes, expires_at)
      SELECT $1, $2, $3, $4, $5, now() + $6::int * interval '1 second'
       WHERE (SELECT count(*) FROM ${table} k WHERE k.${holder} = $2 AND ${KEY_STATE} = 'active') < $7
      RETURNING *
    )
    SELECT ${KEY_COLUMNS} FROM k`,
  };
}

/** Removes keys of the holder `$1` that have ended, except the `$2` that ended last. */
export function deleteEndedKeys({ table, holder }: KeyTable): WrittenStatement {
  return {
    name: `key-delete-ended-${table}`,
    text: `
    DELETE FROM ${table} WHERE id IN (
      SELECT k.id FROM ${table} k WHERE k.${holder} = $1 AND ${KEY_STATE} <> 'active'
       ORDER BY coalesce(k.revoked_at, k.expires_at) DESC, k.id DESC OFFSET $2)`,
  };
}
