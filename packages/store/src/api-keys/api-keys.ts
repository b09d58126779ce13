import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import {
  API_KEYS_PER_USER_MAX,
  ENDED_API_KEYS_PER_USER_MAX,
  secretHash,
  ServiceError,
  apiKeyIdOf,
  checkKeyText,
} from '@svc/domain';
import type { ApiKeyScope, KeyCredentials } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { Audited } from '../audit/audit-log.js';
import { createKeyLookup, createKeyUses } from '../keys/keys.js';
import type { KeyRecord } from '../keys/keys.js';
import { lockUser } from '../user-sessions/password-tries.js';

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
    listOf: (userId: string): Promise<ApiKeyRecord[]> => rows(pool, sql.keys.listApiKeys, { userId }),

    /** What is needed to check a key; `null` if there is none, or its person is deleted. */
    identify: createKeyLookup<ApiKeyIdentity>(pool, sql.keys.identifyApiKeys),

    /** Which of these keys open something. */
    async activeAmong(keyIds: readonly string[]): Promise<Set<string>> {
      const found = await rows(pool, sql.keys.activeApiKeysAmong, { ids: keyIds });
      return new Set(found.map(({ id }) => id));
    },

    /** Ends a key. From the commit on it opens nothing. One that has ended already stays as it is. False if the person has no such key. */
    async revoke(key: { keyId: string; userId: string } & Audited): Promise<boolean> {
      const { keyId, userId, call } = key;
      return transaction(pool, async (client) => {
        const [user] = await rows(client, sql.accounts.hold, { id: userId });
        if (user === undefined) return false;
        const [former] = await rows(client, sql.keys.revokeApiKey, { id: keyId, userId });
        if (former === undefined) return false;
        if (former.was_active)
          await writeAuditEntry(client, {
            ...{ userId, action: 'account.key_revoked', subjectId: keyId, call },
            details: { key: former.name },
          });
        return true;
      });
    },

    ...createKeyUses(pool),
  };
}

/** Makes a key, as {@link apiKeyQueries} does, for a person whose row the transaction holds. */
export async function addApiKey(client: ClientBase, key: NewApiKey): Promise<ApiKeyRecord> {
  const { keyId, text, userId, name, scopes, expiresInSeconds } = key;
  const [created] = await rows(client, sql.keys.insertApiKey, {
    ...{ id: keyId, userId, name, keyHash: secretHash(text), scopes, expiresInSeconds },
    activeMax: API_KEYS_PER_USER_MAX,
  });
  if (created === undefined) {
    const detail = `A user has at most ${API_KEYS_PER_USER_MAX} API keys`;
    throw new ServiceError('conflict', { detail });
  }
  await rows(client, sql.keys.removeEndedApiKeys, { userId, keptMax: ENDED_API_KEYS_PER_USER_MAX });
  await writeAuditEntry(client, {
    ...{ userId, action: 'account.key_made', subjectId: keyId, call: key.call },
    details: { key: name, scopes, expires_in_seconds: expiresInSeconds },
  });
  return created;
}

export type ApiKeyProof =
  | {
      outcome: 'proven';
      keyId: string;
      /** What the person calls the key. */
      keyName: string;
      user: { userId: string; name: string };
      scopes: readonly ApiKeyScope[];
      endsAt: Date;
    }
  | { outcome: 'wrong'; keyId: string }
  /** The caller has the whole key, but the key has ended. */
  | { outcome: 'key_expired' | 'key_revoked'; keyId: string };

/** Checks what a program shows as the key of a person. `null` if the text is no such key at all, such as the token of a session. */
export async function proveApiKey(
  apiKeys: Pick<ApiKeys, 'identify'>,
  text: string,
): Promise<ApiKeyProof | null> {
  const keyId = apiKeyIdOf(text);
  if (keyId === null) return null;
  const key = await apiKeys.identify(keyId);
  const check = checkKeyText(text, key);
  if (check === 'wrong' || key === null) return { outcome: 'wrong', keyId };
  if (check !== 'active') return { outcome: check === 'expired' ? 'key_expired' : 'key_revoked', keyId };
  const { name: keyName, userId, userName: name, scopes, expiresAt: endsAt } = key;
  return { outcome: 'proven', keyId, keyName, user: { userId, name }, scopes, endsAt };
}
