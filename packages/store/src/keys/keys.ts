import * as sql from '../database/statements/generated/index.js';
import { lookUpTogether } from '../database/batcher.js';
import { rareWrites } from '../database/rare-writes.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import {
  API_KEYS_PER_USER_MAX,
  ENDED_API_KEYS_PER_USER_MAX,
  ENDED_KEYS_PER_AGENT_MAX,
  KEY_USE_INTERVAL_MS,
  KEYS_PER_AGENT_MAX,
  apiKeyIdOf,
  checkKeyText,
  secretHash,
  conflict,
} from '@svc/domain';
import type { AgentScope, ApiKeyScope } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { Audited } from '../audit/audit-log.js';
import { lockUser } from '../accounts/account-lock.js';

type ListedKey = NonNullable<typeof sql.keys.list.row>;

/** `online`: a socket is open that it opened. */
export type AgentKeyRecord = Omit<ListedKey, 'scopes'> & { scopes: AgentScope[] };

export type ApiKeyRecord = Omit<ListedKey, 'scopes' | 'expiresAt' | 'online'> & {
  scopes: ApiKeyScope[];
  expiresAt: Date;
};

interface NewKey extends Audited {
  keyId: string;
  /** Of which only a hash is stored. */
  text: string;
  name: string;
  scopes: readonly string[];
  expiresInSeconds: number | null;
}

type NewAgentKey = NewKey & { agentId: string; ownerId: string; scopes: readonly AgentScope[] };
type NewApiKey = NewKey & { userId: string; scopes: readonly ApiKeyScope[]; expiresInSeconds: number };

export type AgentKeys = ReturnType<typeof agentKeyQueries>;

/** Keys that authenticate an agent beside its secret. */
export function agentKeyQueries(pool: Pool) {
  return {
    /**
     * Of keys that have ended, only the newest are kept. `null` if the agent is not the owner's.
     * @throws ServiceError `conflict` if the agent has as many active keys as may be.
     */
    async create(key: NewAgentKey): Promise<AgentKeyRecord | null> {
      const { keyId, agentId, ownerId, name, scopes, expiresInSeconds, call } = key;
      return transaction(pool, async (client) => {
        const [agent] = await rows(client, sql.agents.lock, { id: agentId, ownerId });
        if (agent === undefined) return null;
        const created = await addKey(client, { ...key, userId: null }, AGENT_KEYS);
        await writeAuditEntry(client, {
          ...{ userId: ownerId, action: 'agent.key_made', subjectId: keyId, agentId, call },
          details: {
            ...{ name: agent.agent_name, key: name, scopes },
            expires_in_seconds: expiresInSeconds,
          },
        });
        return { ...(created as AgentKeyRecord), online: false };
      });
    },

    /** With those that have ended, newest first. Empty if the agent is not the owner's. */
    async listOf(agentId: string, ownerId: string): Promise<AgentKeyRecord[]> {
      return (await rows(pool, sql.keys.list, { userId: ownerId, agentId })) as AgentKeyRecord[];
    },

    identify: lookUpTogether(
      (ids) => rows(pool, sql.keys.identifyAgentKeys, { ids }),
      ({ keyId }) => keyId,
    ),

    /**
     * Ends its sessions too. From the commit on it authenticates no call. One that has ended stays as it is.
     * False if the owner's agent has no such key.
     */
    async revoke(key: { keyId: string; agentId: string; ownerId: string } & Audited): Promise<boolean> {
      const { keyId, agentId, ownerId, call } = key;
      return transaction(pool, async (client) => {
        const [agent] = await rows(client, sql.agents.lock, { id: agentId, ownerId });
        if (agent === undefined) return false;
        const [former] = await rows(client, sql.keys.revoke, { id: keyId, userId: null, agentId });
        if (former === undefined) return false;
        if (former.was_active)
          await writeAuditEntry(client, {
            ...{ userId: ownerId, action: 'agent.key_revoked', subjectId: keyId, agentId, call },
            details: { name: agent.agent_name, key: former.name },
          });
        await rows(client, sql.agents.revokeSessions, { agentId, validUntil: null, keyId });
        return true;
      });
    },

    ...keyUses(pool),
  };
}

export type ApiKeys = ReturnType<typeof apiKeyQueries>;

/** Keys that open the client API for programs of a person. */
export function apiKeyQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /**
     * Of keys that have ended, only the newest are kept.
     * @throws ServiceError `conflict` if the person has as many active keys as may be; `unauthorized`.
     */
    create: (key: NewApiKey): Promise<ApiKeyRecord> =>
      transaction(pool, async (client) => {
        await lockUser(client, key.userId);
        return addApiKey(client, key);
      }),

    /** With those that have ended, newest first. */
    async listOf(userId: string): Promise<ApiKeyRecord[]> {
      return (await rows(pool, sql.keys.list, { userId, agentId: null })) as ApiKeyRecord[];
    },

    /** `null` if there is none, or its person is deleted. */
    identify: lookUpTogether(
      (ids) => rows(pool, sql.keys.identifyApiKeys, { ids }),
      ({ keyId }) => keyId,
    ),

    async activeAmong(keyIds: readonly string[]): Promise<Set<string>> {
      const found = await prisma.apiKey.findMany({
        where: {
          ...{ id: { in: [...keyIds] }, revokedAt: null, expiresAt: { gt: new Date() } },
          user: { deletedAt: null },
        },
        select: { id: true },
      });
      return new Set(found.map(({ id }) => id));
    },

    /** From the commit on it opens nothing. An ended one stays so. False if the person has no such key. */
    async revoke(key: { keyId: string; userId: string } & Audited): Promise<boolean> {
      const { keyId, userId, call } = key;
      return transaction(pool, async (client) => {
        const [user] = await rows(client, sql.accounts.hold, { id: userId });
        if (user === undefined) return false;
        const [former] = await rows(client, sql.keys.revoke, { id: keyId, userId, agentId: null });
        if (former === undefined) return false;
        if (former.was_active)
          await writeAuditEntry(client, {
            ...{ userId, action: 'account.key_revoked', subjectId: keyId, call },
            details: { key: former.name },
          });
        return true;
      });
    },

    ...keyUses(pool),
  };
}

/** For a person whose row the transaction holds. */
export async function addApiKey(client: ClientBase, key: NewApiKey): Promise<ApiKeyRecord> {
  const { keyId, userId, name, scopes, expiresInSeconds, call } = key;
  const created = await addKey(client, { ...key, agentId: null }, API_KEYS);
  await writeAuditEntry(client, {
    ...{ userId, action: 'account.key_made', subjectId: keyId, call },
    details: { key: name, scopes, expires_in_seconds: expiresInSeconds },
  });
  return created as ApiKeyRecord;
}

const AGENT_KEYS = {
  activeMax: KEYS_PER_AGENT_MAX,
  keptMax: ENDED_KEYS_PER_AGENT_MAX,
  excess: `An agent has at most ${KEYS_PER_AGENT_MAX} keys`,
};
const API_KEYS = {
  activeMax: API_KEYS_PER_USER_MAX,
  keptMax: ENDED_API_KEYS_PER_USER_MAX,
  excess: `A user has at most ${API_KEYS_PER_USER_MAX} API keys`,
};

async function addKey(
  client: ClientBase,
  key: NewKey & { userId: string | null; agentId: string | null },
  { activeMax, keptMax, excess }: typeof API_KEYS,
) {
  const { keyId, text, userId, agentId, name, scopes, expiresInSeconds } = key;
  const [created] = await rows(client, sql.keys.insert, {
    ...{ id: keyId, userId, agentId, name, keyHash: secretHash(text), scopes, expiresInSeconds, activeMax },
  });
  if (created === undefined) throw conflict(excess);
  await rows(client, sql.keys.removeEnded, { userId, agentId, keptMax });
  return created;
}

/** Another process may have written the use a moment ago. */
const WRITTEN_LATELY_MS = KEY_USE_INTERVAL_MS - 5_000;

type KeyUses = ReturnType<typeof keyUses>;

function keyUses(pool: Pool) {
  const write = (ids: string[]) => rows(pool, sql.keys.noteUses, { ids, latelyMs: WRITTEN_LATELY_MS });
  /** To the minute. No caller should wait for the result. */
  return { noteUse: rareWrites(KEY_USE_INTERVAL_MS, write) };
}

/** The service goes on at once; what fails is logged. */
export function noteKeyUse(
  keyId: string,
  { keys, logger }: { keys: KeyUses; logger: { warn(fields: object, message: string): void } },
): void {
  keys.noteUse(keyId).catch((error: unknown) => {
    logger.warn({ err: error, key_id: keyId }, 'could not record the use of a key');
  });
}

export type ApiKeyProof =
  | {
      outcome: 'proven';
      keyId: string;
      keyName: string;
      user: { userId: string; name: string };
      scopes: readonly ApiKeyScope[];
      endsAt: Date;
    }
  | { outcome: 'wrong'; keyId: string }
  /** The caller has the whole key, but the key has ended. */
  | { outcome: 'key_expired' | 'key_revoked'; keyId: string };

/** `null` if the text is no key of a person at all, such as the token of a session. */
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
