import { AT_ONCE, rows, transaction } from '@svc/database';
import {
  ENDED_KEYS_PER_AGENT_MAX,
  HUB_HEARTBEAT_STALE_MS,
  KEYS_PER_AGENT_MAX,
  secretHash,
  ServiceError,
} from '@svc/domain';
import type { AgentKeyCredentials, AgentScope } from '@svc/domain';
import type { Pool } from 'pg';
import { auditedSql, writeAuditEntry } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import { createKeyLookup } from '../keys/key-lookup.js';
import { deleteEndedKeys, insertKey, KEY_COLUMNS, KEY_STATE } from '../keys/key-sql.js';
import type { KeyRecord, KeyTable } from '../keys/key-sql.js';
import { createKeyUses } from '../keys/key-uses.js';

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

/** Keys that open an agent's doors beside its secret, as far as their scopes go. */
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
        const [agent] = await rows<{ agent_name: string }>(client, LOCK_AGENT, [agentId, ownerId]);
        if (agent === undefined) return null;
        const [created] = await rows<Omit<AgentKeyRecord, 'online'>>(client, INSERT_KEY, [
          ...[keyId, agentId, name, secretHash(text), scopes, expiresInSeconds],
          KEYS_PER_AGENT_MAX,
        ]);
        if (created === undefined) {
          throw new ServiceError('conflict', { detail: `An agent has at most ${KEYS_PER_AGENT_MAX} keys` });
        }
        await rows(client, DELETE_ENDED_KEYS, [agentId, ENDED_KEYS_PER_AGENT_MAX]);
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
      rows<AgentKeyRecord>(pool, LIST_KEYS, [agentId, ownerId]),

    /** What is needed to check a key; `null` if there is none. */
    identify: createKeyLookup<AgentKeyIdentity>(pool, IDENTIFY_KEYS),

    /**
     * Ends a key, and the sessions that it opened. From the commit on it opens no door. A key that has ended already stays as it is. False if the
     * owner's agent has no such key.
     */
    async revoke(key: { keyId: string; agentId: string; ownerId: string } & Audited): Promise<boolean> {
      const { keyId, agentId, ownerId, call = {} } = key;
      return transaction(pool, async (client) => {
        const [held] = await rows(client, REVOKE_KEY, [keyId, agentId, ownerId, call]);
        if (held === undefined) return false;
        await rows(client, REVOKE_SESSIONS_OF_KEY, [keyId, agentId]);
        return true;
      });
    },

    ...createKeyUses(pool, TABLE),
  };
}

const TABLE: KeyTable = { table: 'agent_key', holder: 'agent_id' };
const INSERT_KEY = insertKey(TABLE);
const DELETE_ENDED_KEYS = deleteEndedKeys(TABLE);

// So that no other creation for the agent is under way when the next statement counts its keys.
const LOCK_AGENT = {
  name: 'agent-key-lock-agent-2',
  text: 'SELECT agent_name FROM agent WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE',
};

const LIST_KEYS = {
  name: 'agent-key-list',
  text: `
    SELECT ${KEY_COLUMNS},
           EXISTS (SELECT 1 FROM agent_session s JOIN hub h ON h.slot = s.slot AND h.epoch = s.epoch
                    WHERE s.agent_id = k.agent_id AND s.key_id = k.id
                      AND h.heartbeat_at > now() - interval '${HUB_HEARTBEAT_STALE_MS} milliseconds'
                      AND (s.revoke_at IS NULL OR s.revoke_at > now())) AS online
      FROM agent a JOIN agent_key k ON k.agent_id = a.id
     WHERE a.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL
     ORDER BY k.id DESC`,
};

const IDENTIFY_KEYS = {
  name: 'agent-key-identify',
  text: `
    SELECT k.id AS "keyId", k.agent_id AS "agentId", k.key_hash AS "keyHash", k.scopes, k.expires_at AS "expiresAt", ${KEY_STATE} AS state
      FROM agent_key k WHERE k.id = ANY ($1::text[])`,
};

// A key that has ended already is held as well, but not written, and nothing is said of it.
const REVOKE_KEY = {
  name: 'agent-key-revoke-3',
  text: `
    WITH held AS MATERIALIZED (
      SELECT k.id, k.agent_id, k.name, a.agent_name, ${KEY_STATE} = 'active' AS is_active
        FROM agent_key k JOIN agent a ON a.id = k.agent_id
       WHERE k.id = $1 AND k.agent_id = $2 AND a.owner_id = $3 AND a.deleted_at IS NULL FOR NO KEY UPDATE OF k
    ), revoked AS (
      UPDATE agent_key k SET revoked_at = now() FROM held WHERE k.id = held.id AND held.is_active
      RETURNING k.id, k.agent_id, k.name, held.agent_name
    ), audited AS (${auditedSql({
      ...{ from: 'revoked', action: 'agent.key_revoked', userId: '$3', actor: 'user', actorId: '$3' },
      ...{ subjectId: 'revoked.id', agentId: 'revoked.agent_id', call: '$4' },
      details: `jsonb_build_object('name', revoked.agent_name, 'key', revoked.name)`,
    })}
    )
    SELECT id FROM held`,
};

// By a statement that begins when the key is held, so that it sees every session that was written before.
const REVOKE_SESSIONS_OF_KEY = {
  name: 'agent-key-revoke-sessions-2',
  text: `UPDATE agent_session SET revoke_at = ${AT_ONCE} WHERE agent_id = $2 AND key_id = $1`,
};
