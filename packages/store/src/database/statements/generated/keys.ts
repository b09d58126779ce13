// Generated from packages/store/sql by `npm run sql`.
import type { AgentScope, ApiKeyScope, KeyState } from '@svc/domain';
import { statement } from '../statement.js';

export const identifyAgentKeys = statement<{ ids: readonly string[] }, { keyId: string; agentId: string; keyHash: Buffer; scopes: AgentScope[]; expiresAt: Date | null; state: KeyState }>('keys/identify-agent-keys', ['ids'], `
SELECT id AS "keyId", agent_id AS "agentId", key_hash AS "keyHash", scopes, expires_at AS "expiresAt",
       key_state(revoked_at, expires_at) AS state
  FROM api_key WHERE id = ANY ($1::text[])`);

export const identifyApiKeys = statement<{ ids: readonly string[] }, { keyId: string; name: string; userId: string; userName: string; keyHash: Buffer; scopes: ApiKeyScope[]; expiresAt: Date; state: KeyState }>('keys/identify-api-keys', ['ids'], `
SELECT k.id AS "keyId", k.name, k.user_id AS "userId", u.name AS "userName", k.key_hash AS "keyHash",
       k.scopes, k.expires_at AS "expiresAt", key_state(k.revoked_at, k.expires_at) AS state
  FROM api_key k JOIN "user" u ON u.id = k.user_id WHERE k.id = ANY ($1::text[]) AND u.deleted_at IS NULL`);

/** Adds a key, unless as many are active as a user or an agent may have. Whose they are is locked meanwhile. */
export const insert = statement<{ id: string; userId: string | null; agentId: string | null; name: string; keyHash: Buffer; scopes: readonly string[]; expiresInSeconds: number | null; activeMax: number }, { keyId: string; name: string; scopes: string[]; state: KeyState; createdAt: Date; expiresAt: Date | null; revokedAt: Date | null; lastUsedAt: Date | null }>('keys/insert', ['id', 'userId', 'agentId', 'name', 'keyHash', 'scopes', 'expiresInSeconds', 'activeMax'], `
INSERT INTO api_key (id, user_id, agent_id, name, key_hash, scopes, expires_at)
SELECT $1, $2, $3, $4, $5, $6, now() + $7::int * interval '1 second'
 WHERE (SELECT count(*) FROM api_key k
         WHERE (k.user_id = $2 OR k.agent_id = $3) AND key_state(k.revoked_at, k.expires_at) = 'active') < $8
RETURNING id AS "keyId", name, scopes, key_state(revoked_at, expires_at) AS state, created_at AS "createdAt",
          expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"`);

export const list = statement<{ userId: string; agentId: string | null }, { keyId: string; name: string; scopes: string[]; state: KeyState; createdAt: Date; expiresAt: Date | null; revokedAt: Date | null; lastUsedAt: Date | null; online: boolean }>('keys/list', ['userId', 'agentId'], `
SELECT k.id AS "keyId", k.name, k.scopes, key_state(k.revoked_at, k.expires_at) AS state,
       k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
       k.last_used_at AS "lastUsedAt",
       EXISTS (SELECT FROM live_session s WHERE s.agent_id = k.agent_id AND s.key_id = k.id) AS online
  FROM api_key k LEFT JOIN agent a ON a.id = k.agent_id
 WHERE $2::text IS NULL AND k.user_id = $1 OR k.agent_id = $2 AND a.owner_id = $1 AND a.deleted_at IS NULL
 ORDER BY k.id DESC`);

/** Passes over a key that is locked: it will be used again. A time in the future is of a clock that was ahead. */
export const noteUses = statement<{ ids: readonly string[]; latelyMs: number }, object>('keys/note-uses', ['ids', 'latelyMs'], `
UPDATE api_key SET last_used_at = date_trunc('milliseconds', now()) WHERE id IN (
  SELECT id FROM api_key WHERE id = ANY ($1::text[])
     AND NOT coalesce(last_used_at BETWEEN now() - $2::int * interval '1 ms' AND now(), false)
   ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`);

export const removeEnded = statement<{ userId: string | null; agentId: string | null; keptMax: number }, object>('keys/remove-ended', ['userId', 'agentId', 'keptMax'], `
DELETE FROM api_key WHERE id IN (
  SELECT id FROM api_key
   WHERE (user_id = $1 OR agent_id = $2) AND key_state(revoked_at, expires_at) <> 'active'
   ORDER BY coalesce(revoked_at, expires_at) DESC, id DESC OFFSET $3
)`);

/** Ends a key of a user or of an agent. One that has ended already is locked as well, but not written. */
export const revoke = statement<{ id: string; userId: string | null; agentId: string | null }, { name: string; was_active: boolean }>('keys/revoke', ['id', 'userId', 'agentId'], `
WITH locked AS MATERIALIZED (
  SELECT id, name, key_state(revoked_at, expires_at) = 'active' AS was_active FROM api_key
   WHERE id = $1 AND (user_id = $2 OR agent_id = $3) FOR NO KEY UPDATE
), revoked AS (
  UPDATE api_key k SET revoked_at = now() FROM locked WHERE k.id = locked.id AND locked.was_active
)
SELECT name, was_active FROM locked`);
