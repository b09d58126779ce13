// Generated from packages/store/sql by `npm run sql`.
import type { AgentScope, ApiKeyScope, KeyState } from '@svc/domain';
import { statement } from '../statement.js';

/** Those of the keys that open something. */
export const activeApiKeysAmong = statement<{ ids: readonly string[] }, { id: string }>('keys/active-api-keys-among', ['ids'], `
SELECT k.id FROM api_key k JOIN "user" u ON u.id = k.user_id
 WHERE k.id = ANY ($1::text[]) AND u.deleted_at IS NULL AND key_state(k.revoked_at, k.expires_at) = 'active'`);

/** What is needed to check keys of agents. */
export const identifyAgentKeys = statement<{ ids: readonly string[] }, { keyId: string; agentId: string; keyHash: Buffer; scopes: AgentScope[]; expiresAt: Date | null; state: KeyState }>('keys/identify-agent-keys', ['ids'], `
SELECT id AS "keyId", agent_id AS "agentId", key_hash AS "keyHash", scopes, expires_at AS "expiresAt",
       key_state(revoked_at, expires_at) AS state
  FROM agent_key WHERE id = ANY ($1::text[])`);

/** What is needed to check keys of users, and whose they are. */
export const identifyApiKeys = statement<{ ids: readonly string[] }, { keyId: string; name: string; userId: string; userName: string; keyHash: Buffer; scopes: ApiKeyScope[]; expiresAt: Date; state: KeyState }>('keys/identify-api-keys', ['ids'], `
SELECT k.id AS "keyId", k.name, k.user_id AS "userId", u.name AS "userName", k.key_hash AS "keyHash",
       k.scopes, k.expires_at AS "expiresAt", key_state(k.revoked_at, k.expires_at) AS state
  FROM api_key k JOIN "user" u ON u.id = k.user_id WHERE k.id = ANY ($1::text[]) AND u.deleted_at IS NULL`);

/** Adds a key, unless there are as many active ones as an agent may have. Whose they are is locked meanwhile. */
export const insertAgentKey = statement<{ id: string; agentId: string; name: string; keyHash: Buffer; scopes: readonly string[]; expiresInSeconds: number | null; activeMax: number }, { keyId: string; name: string; scopes: AgentScope[]; state: KeyState; createdAt: Date; expiresAt: Date | null; revokedAt: Date | null; lastUsedAt: Date | null }>('keys/insert-agent-key', ['id', 'agentId', 'name', 'keyHash', 'scopes', 'expiresInSeconds', 'activeMax'], `
INSERT INTO agent_key (id, agent_id, name, key_hash, scopes, expires_at)
SELECT $1, $2, $3, $4, $5, now() + $6::int * interval '1 second'
 WHERE (SELECT count(*) FROM agent_key k
         WHERE k.agent_id = $2 AND key_state(k.revoked_at, k.expires_at) = 'active') < $7
RETURNING id AS "keyId", name, scopes, key_state(revoked_at, expires_at) AS state, created_at AS "createdAt",
          expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"`);

/** Adds a key, unless there are as many active ones as a user may have. Whose they are is locked meanwhile. */
export const insertApiKey = statement<{ id: string; userId: string; name: string; keyHash: Buffer; scopes: readonly string[]; expiresInSeconds: number; activeMax: number }, { keyId: string; name: string; scopes: ApiKeyScope[]; state: KeyState; createdAt: Date; expiresAt: Date; revokedAt: Date | null; lastUsedAt: Date | null }>('keys/insert-api-key', ['id', 'userId', 'name', 'keyHash', 'scopes', 'expiresInSeconds', 'activeMax'], `
INSERT INTO api_key (id, user_id, name, key_hash, scopes, expires_at)
SELECT $1, $2, $3, $4, $5, now() + $6::int * interval '1 second'
 WHERE (SELECT count(*) FROM api_key k
         WHERE k.user_id = $2 AND key_state(k.revoked_at, k.expires_at) = 'active') < $7
RETURNING id AS "keyId", name, scopes, key_state(revoked_at, expires_at) AS state, created_at AS "createdAt",
          expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"`);

/** The keys of an owner's agent, newest first, and whether a socket is open that each has opened. */
export const listAgentKeys = statement<{ agentId: string; ownerId: string }, { keyId: string; name: string; scopes: AgentScope[]; state: KeyState; createdAt: Date; expiresAt: Date | null; revokedAt: Date | null; lastUsedAt: Date | null; online: boolean }>('keys/list-agent-keys', ['agentId', 'ownerId'], `
SELECT k.id AS "keyId", k.name, k.scopes, key_state(k.revoked_at, k.expires_at) AS state,
       k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
       k.last_used_at AS "lastUsedAt",
       EXISTS (SELECT FROM live_session s WHERE s.agent_id = k.agent_id AND s.key_id = k.id) AS online
  FROM agent a JOIN agent_key k ON k.agent_id = a.id
 WHERE a.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL
 ORDER BY k.id DESC`);

/** The keys of a user, newest first. */
export const listApiKeys = statement<{ userId: string }, { keyId: string; name: string; scopes: ApiKeyScope[]; state: KeyState; createdAt: Date; expiresAt: Date; revokedAt: Date | null; lastUsedAt: Date | null }>('keys/list-api-keys', ['userId'], `
SELECT id AS "keyId", name, scopes, key_state(revoked_at, expires_at) AS state, created_at AS "createdAt",
       expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"
  FROM api_key WHERE user_id = $1 ORDER BY id DESC`);

/** Records that keys are used now, unless a process has done so lately. Passes over a key that is locked: its use is written again in a minute. A time in the future is of a clock that was ahead. */
export const noteUses = statement<{ ids: readonly string[]; latelyMs: number }, object>('keys/note-uses', ['ids', 'latelyMs'], `
WITH of_agents AS (
  UPDATE agent_key SET last_used_at = date_trunc('milliseconds', now()) WHERE id IN (
    SELECT id FROM agent_key WHERE id = ANY ($1::text[])
       AND NOT coalesce(last_used_at BETWEEN now() - $2::int * interval '1 ms' AND now(), false)
     ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
)
UPDATE api_key SET last_used_at = date_trunc('milliseconds', now()) WHERE id IN (
  SELECT id FROM api_key WHERE id = ANY ($1::text[])
     AND NOT coalesce(last_used_at BETWEEN now() - $2::int * interval '1 ms' AND now(), false)
   ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`);

/** Removes keys of an agent that have ended, except those that ended last. */
export const removeEndedAgentKeys = statement<{ agentId: string; keptMax: number }, object>('keys/remove-ended-agent-keys', ['agentId', 'keptMax'], `
DELETE FROM agent_key WHERE id IN (
  SELECT id FROM agent_key WHERE agent_id = $1 AND key_state(revoked_at, expires_at) <> 'active'
   ORDER BY coalesce(revoked_at, expires_at) DESC, id DESC OFFSET $2
)`);

/** Removes keys of a user that have ended, except those that ended last. */
export const removeEndedApiKeys = statement<{ userId: string; keptMax: number }, object>('keys/remove-ended-api-keys', ['userId', 'keptMax'], `
DELETE FROM api_key WHERE id IN (
  SELECT id FROM api_key WHERE user_id = $1 AND key_state(revoked_at, expires_at) <> 'active'
   ORDER BY coalesce(revoked_at, expires_at) DESC, id DESC OFFSET $2
)`);

/** Ends a key of an owner's agent. One that has ended already is locked as well, but not written. */
export const revokeAgentKey = statement<{ id: string; agentId: string; ownerId: string }, { name: string; agent_name: string; was_active: boolean }>('keys/revoke-agent-key', ['id', 'agentId', 'ownerId'], `
WITH locked AS MATERIALIZED (
  SELECT k.id, k.name, a.agent_name, key_state(k.revoked_at, k.expires_at) = 'active' AS was_active
    FROM agent_key k JOIN agent a ON a.id = k.agent_id
   WHERE k.id = $1 AND k.agent_id = $2 AND a.owner_id = $3 AND a.deleted_at IS NULL FOR NO KEY UPDATE OF k
), revoked AS (
  UPDATE agent_key k SET revoked_at = now() FROM locked WHERE k.id = locked.id AND locked.was_active
)
SELECT name, agent_name, was_active FROM locked`);

/** Ends a key of a user. One that has ended already stays as it is. */
export const revokeApiKey = statement<{ id: string; userId: string }, { name: string; was_active: boolean }>('keys/revoke-api-key', ['id', 'userId'], `
WITH locked AS MATERIALIZED (
  SELECT id, name, key_state(revoked_at, expires_at) = 'active' AS was_active FROM api_key
   WHERE id = $1 AND user_id = $2 FOR NO KEY UPDATE
), revoked AS (
  UPDATE api_key k SET revoked_at = now() FROM locked WHERE k.id = locked.id AND locked.was_active
)
SELECT name, was_active FROM locked`);

/** Ends the sessions that a key has opened. When it begins the key is locked, so it sees those written before. */
export const revokeSessions = statement<{ keyId: string; agentId: string }, object>('keys/revoke-sessions', ['keyId', 'agentId'], `
UPDATE agent_session SET revoke_at = date_trunc('milliseconds', now()) WHERE agent_id = $2 AND key_id = $1`);
