import { rows, transaction } from '@svc/database';
import { API_KEYS_PER_USER_MAX, ENDED_API_KEYS_PER_USER_MAX, secretHash, ServiceError } from '@svc/domain';
import type { ApiKeyScope, KeyCredentials } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { auditedSql, writeAuditEntry } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import { createKeyLookup } from '../keys/key-lookup.js';
import { deleteEndedKeys, insertKey, KEY_COLUMNS, KEY_STATE } from '../keys/key-sql.js';
import type { KeyRecord, KeyTable } from '../keys/key-sql.js';
import { createKeyUses } from '../keys/key-uses.js';
import { lockUser } from '../users/lock-user.js';

/** A key as its person sees it. */
export interface ApiKeyRecord extends KeyRecord {
  /** In the order of `API_KEY_SCOPES`. */
  scopes: ApiKeyScope[];
  expiresAt: Date;
}

/** The parts of a key that are needed to check it, and whose it is. */
export interface ApiKeyIdentity extends KeyCredentials {
  keyId: string;
  name: string;
  userId: string;
  /** Display name of the user. */
  userName: string;
  scopes: ApiKeyScope[];
  expiresAt: Date;
}

export interface NewApiKey extends Audited {
  keyId: string;
  /** The key itself, of which only a hash is stored. */
  text: string;
  userId: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  expiresInSeconds: number;
}

export type ApiKeys = ReturnType<typeof apiKeyQueries>;

/** Keys that open the client API for programs of a person, as far as their scopes go. */
export function apiKeyQueries(pool: Pool) {
  return {
    /**
     * Makes a key. Of keys that have ended, only the newest are kept.
     *
     * @throws ServiceError `conflict` if the person has as many active keys as a person may have; `unauthorized` if there is no such person.
     */
    create: (key: NewApiKey): Promise<ApiKeyRecord> =>
      transaction(pool, async (client) => {
        await lockUser(client, key.userId);
        return addApiKey(client, key);
      }),

    /** Newest first, those that have ended as well. */
    listOf: (userId: string): Promise<ApiKeyRecord[]> => rows<ApiKeyRecord>(pool, LIST_KEYS, [userId]),

    /** What is needed to check a key; `null` if there is none, or its person is deleted. */
    identify: createKeyLookup<ApiKeyIdentity>(pool, IDENTIFY_KEYS),

    /** Which of these keys open something. */
    async activeAmong(keyIds: readonly string[]): Promise<Set<string>> {
      const found = await rows<{ id: string }>(pool, ACTIVE_AMONG, [keyIds]);
      return new Set(found.map(({ id }) => id));
    },

    /** Ends a key. From the commit on it opens nothing. One that has ended already stays as it is. False if the person has no such key. */
    async revoke(key: { keyId: string; userId: string } & Audited): Promise<boolean> {
      const { keyId, userId, call = {} } = key;
      return (await rows(pool, REVOKE_KEY, [keyId, userId, call])).length > 0;
    },

    ...createKeyUses(pool, TABLE),
  };
}

/** Makes a key, as {@link apiKeyQueries} does, for a person whose row the transaction holds. */
export async function addApiKey(client: ClientBase, key: NewApiKey): Promise<ApiKeyRecord> {
  const { keyId, text, userId, name, scopes, expiresInSeconds } = key;
  const [created] = await rows<ApiKeyRecord>(client, INSERT_KEY, [
    ...[keyId, userId, name, secretHash(text), scopes, expiresInSeconds],
    API_KEYS_PER_USER_MAX,
  ]);
  if (created === undefined) {
    const detail = `A user has at most ${API_KEYS_PER_USER_MAX} API keys`;
    throw new ServiceError('conflict', { detail });
  }
  await rows(client, DELETE_ENDED_KEYS, [userId, ENDED_API_KEYS_PER_USER_MAX]);
  await writeAuditEntry(client, {
    ...{ userId, action: 'account.key_made', subjectId: keyId, call: key.call },
    details: { key: name, scopes, expires_in_seconds: expiresInSeconds },
  });
  return created;
}

const TABLE: KeyTable = { table: 'api_key', holder: 'user_id' };
const INSERT_KEY = insertKey(TABLE);
const DELETE_ENDED_KEYS = deleteEndedKeys(TABLE);

const LIST_KEYS = {
  name: 'api-key-list',
  text: `SELECT ${KEY_COLUMNS} FROM api_key k WHERE k.user_id = $1 ORDER BY k.id DESC`,
};

const IDENTIFY_KEYS = {
  name: 'api-key-identify-2',
  text: `
    SELECT k.id AS "keyId", k.name, k.user_id AS "userId", u.name AS "userName", k.key_hash AS "keyHash", k.scopes, k.expires_at AS "expiresAt",
           ${KEY_STATE} AS state
      FROM api_key k JOIN "user" u ON u.id = k.user_id WHERE k.id = ANY ($1::text[]) AND u.deleted_at IS NULL`,
};

const ACTIVE_AMONG = {
  name: 'api-key-active-among',
  text: `
    SELECT k.id FROM api_key k JOIN "user" u ON u.id = k.user_id
     WHERE k.id = ANY ($1::text[]) AND u.deleted_at IS NULL AND ${KEY_STATE} = 'active'`,
};

// The person is held before the key, as a deletion of the person locks them. The entry of the audit log names the person.
const REVOKE_KEY = {
  name: 'api-key-revoke-2',
  text: `
    WITH person AS MATERIALIZED (
      SELECT id FROM "user" WHERE id = $2 AND deleted_at IS NULL FOR KEY SHARE
    ), held AS MATERIALIZED (
      SELECT k.id, k.name, ${KEY_STATE} = 'active' AS is_active FROM person p JOIN api_key k ON k.user_id = p.id
       WHERE k.id = $1 FOR NO KEY UPDATE OF k
    ), revoked AS (
      UPDATE api_key k SET revoked_at = now() FROM held WHERE k.id = held.id AND held.is_active RETURNING k.id, k.name
    ), audited AS (${auditedSql({
      ...{ from: 'revoked', action: 'account.key_revoked', userId: '$2', actor: 'user', actorId: '$2' },
      ...{ subjectId: 'revoked.id', agentId: 'NULL', call: '$3' },
      details: `jsonb_build_object('key', revoked.name)`,
    })}
    )
    SELECT id FROM held`,
};
