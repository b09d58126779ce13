import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { ENDED_KEYS_PER_AGENT_MAX, KEYS_PER_AGENT_MAX, secretHash, ServiceError } from '@svc/domain';
import type { AgentKeyCredentials, AgentScope } from '@svc/domain';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { Audited } from '../audit/audit-log.js';
import { createKeyLookup, createKeyUses } from '../keys/keys.js';
import type { KeyRecord } from '../keys/keys.js';

/** A key as its owner sees it. */
export interface AgentKeyRecord extends KeyRecord {
  /** In the order of `AGENT_SCOPES`. */
  scopes: AgentScope[];
  expiresAt: Date | null;
  /** Whether a socket is open that it opened. */
  online: boolean;
}

/** The parts of a key that are needed to check it. Its state is by the database's clock, so that all processes agree. */
export interface AgentKeyIdentity extends AgentKeyCredentials {
  keyId: string;
  scopes: AgentScope[];
  expiresAt: Date | null;
}

export type AgentKeys = ReturnType<typeof agentKeyQueries>;

/** Keys that authenticate an agent beside its secret, as far as their scopes go. */
export function agentKeyQueries(pool: Pool) {
  return {
    /**
     * Makes a key. Of keys that have ended, only the newest are kept. `null` if the agent is not the owner's.
     *
     * @throws ServiceError `conflict` if the agent has as many active keys as an agent may have.
     */
    async create(
      key: {
        keyId: string;
        /** The key itself, of which only a hash is stored. */
        text: string;
        agentId: string;
        ownerId: string;
        name: string;
        scopes: readonly AgentScope[];
        expiresInSeconds: number | null;
      } & Audited,
    ): Promise<AgentKeyRecord | null> {
      const { keyId, text, agentId, ownerId, name, scopes, expiresInSeconds } = key;
      return transaction(pool, async (client) => {
        const [agent] = await rows(client, sql.agents.lock, { id: agentId, ownerId });
        if (agent === undefined) return null;
        const [created] = await rows(client, sql.keys.insertAgentKey, {
          ...{ id: keyId, agentId, name, keyHash: secretHash(text), scopes, expiresInSeconds },
          activeMax: KEYS_PER_AGENT_MAX,
        });
        if (created === undefined) {
          throw new ServiceError('conflict', { detail: `An agent has at most ${KEYS_PER_AGENT_MAX} keys` });
        }
        await rows(client, sql.keys.removeEndedAgentKeys, { agentId, keptMax: ENDED_KEYS_PER_AGENT_MAX });
        await writeAuditEntry(client, {
          ...{ userId: ownerId, action: 'agent.key_made', subjectId: keyId, agentId, call: key.call },
          details: {
            ...{ name: agent.agent_name, key: name, scopes },
            expires_in_seconds: expiresInSeconds,
          },
        });
        return { ...created, online: false };
      });
    },

    /** Newest first, those that have ended as well. Empty if the agent is not the owner's. */
    listOf: (agentId: string, ownerId: string): Promise<AgentKeyRecord[]> =>
      rows(pool, sql.keys.listAgentKeys, { agentId, ownerId }),

    /** What is needed to check a key; `null` if there is none. */
    identify: createKeyLookup<AgentKeyIdentity>(pool, sql.keys.identifyAgentKeys),

    /**
     * Ends a key, and the sessions that it opened. From the commit on it authenticates no call. A key that has ended already stays as it is. False if the
     * owner's agent has no such key.
     */
    async revoke(key: { keyId: string; agentId: string; ownerId: string } & Audited): Promise<boolean> {
      const { keyId, agentId, ownerId, call } = key;
      return transaction(pool, async (client) => {
        const [former] = await rows(client, sql.keys.revokeAgentKey, { id: keyId, agentId, ownerId });
        if (former === undefined) return false;
        if (former.was_active)
          await writeAuditEntry(client, {
            ...{ userId: ownerId, action: 'agent.key_revoked', subjectId: keyId, agentId, call },
            details: { name: former.agent_name, key: former.name },
          });
        await rows(client, sql.keys.revokeSessions, { keyId, agentId });
        return true;
      });
    },

    ...createKeyUses(pool),
  };
}
