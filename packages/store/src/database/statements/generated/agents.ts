// Generated from packages/store/sql by `npm run sql`.
import type { AgentFeature, AgentKind, AgentStatus } from '@svc/domain';
import { statement } from '../statement.js';

export const change = statement<{ id: string; ownerId: string; agentName: string | null; hasWebhookUrl: boolean; webhookUrl: string | null; pushTriggersToWebhook: boolean | null; features: readonly string[] | null }, object>('agents/change', ['id', 'ownerId', 'agentName', 'hasWebhookUrl', 'webhookUrl', 'pushTriggersToWebhook', 'features'], `
UPDATE agent
   SET agent_name = coalesce($3, agent_name), webhook_url = CASE WHEN $4 THEN $5 ELSE webhook_url END,
       push_triggers_to_webhook = coalesce($6, push_triggers_to_webhook),
       features = coalesce($7::text[], features),
       status = 'active', status_reason = NULL, consecutive_failures = 0
 WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL`);

export const find = statement<{ id: string; ownerId: string | null }, { agentId: string; ownerId: string; agentName: string; kind: AgentKind; status: AgentStatus; statusReason: string | null; webhookUrl: string | null; pushTriggersToWebhook: boolean; features: AgentFeature[]; consecutiveFailures: number; createdAt: Date; ownSigningSecret: boolean; previousSignatureUntil: Date | null; lastPolledAt: Date | null }>('agents/find', ['id', 'ownerId'], `
SELECT * FROM agent_record WHERE "agentId" = $1 AND ($2::text IS NULL OR "ownerId" = $2)`);

export const findOwner = statement<{ id: string }, { owner_id: string }>('agents/find-owner', ['id'], `
SELECT owner_id FROM agent WHERE id = $1 AND deleted_at IS NULL`);

export const identify = statement<{ ids: readonly string[] }, { agentId: string; ownerId: string; agentName: string; kind: AgentKind; secretHash: Buffer; previousSecretHash: Buffer | null; previousSecretValidUntil: Date | null }>('agents/identify', ['ids'], `
SELECT id AS "agentId", owner_id AS "ownerId", agent_name AS "agentName", kind, secret_hash AS "secretHash",
       previous_secret_hash AS "previousSecretHash", previous_secret_valid_until AS "previousSecretValidUntil"
  FROM agent WHERE id = ANY ($1::text[]) AND deleted_at IS NULL`);

export const insert = statement<{ id: string; ownerId: string; agentName: string; kind: string; webhookUrl: string | null; secretHash: Buffer; secretSealed: Buffer }, object>('agents/insert', ['id', 'ownerId', 'agentName', 'kind', 'webhookUrl', 'secretHash', 'secretSealed'], `
WITH created AS (
  INSERT INTO agent (id, owner_id, agent_name, kind, webhook_url, secret_hash, secret_sealed)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id
)
INSERT INTO agent_counter (agent_id) SELECT id FROM created`);

export const list = statement<{ ownerId: string; before: string | null; limit: number | null }, { agentId: string; ownerId: string; agentName: string; kind: AgentKind; status: AgentStatus; statusReason: string | null; webhookUrl: string | null; pushTriggersToWebhook: boolean; features: AgentFeature[]; consecutiveFailures: number; createdAt: Date; ownSigningSecret: boolean; previousSignatureUntil: Date | null; lastPolledAt: Date | null }>('agents/list', ['ownerId', 'before', 'limit'], `
SELECT * FROM agent_record WHERE "ownerId" = $1 AND "agentId" < coalesce($2, 'agt_z') ORDER BY "agentId" DESC LIMIT $3`);

/** Locks an agent, of this owner if one is named. FOR UPDATE would also block the foreign keys of messages. */
export const lock = statement<{ id: string; ownerId: string | null }, { owner_id: string; agent_name: string; has_signing_secret: boolean; has_signing_grace: boolean }>('agents/lock', ['id', 'ownerId'], `
SELECT owner_id, agent_name, signing_secret_sealed IS NOT NULL AS has_signing_secret,
       coalesce(previous_signing_until > now(), false) AS has_signing_grace
  FROM agent WHERE id = $1 AND ($2::text IS NULL OR owner_id = $2) AND deleted_at IS NULL FOR NO KEY UPDATE`);

/** Locks an agent for its deletion. Who writes for it holds its key; later statements find it marked. */
export const lockWholly = statement<{ id: string; ownerId: string }, { agent_name: string }>('agents/lock-wholly', ['id', 'ownerId'], `
SELECT agent_name FROM agent WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL FOR UPDATE`);

export const lookAtWebhook = statement<{ id: string }, object>('agents/look-at-webhook', ['id'], `
UPDATE agent_counter c SET next_due_at = date_trunc('milliseconds', now())
  FROM agent a WHERE a.id = $1 AND c.agent_id = a.id AND a.webhook_url IS NOT NULL`);

/** Ends the sessions that the agent's secret or a key of it has opened, now or after the grace; those of a former grace now. The agent is locked, so it sees those that were written before. */
export const revokeSessions = statement<{ agentId: string; validUntil: Date | null; keyId: string | null }, object>('agents/revoke-sessions', ['agentId', 'validUntil', 'keyId'], `
UPDATE agent_session
   SET revoke_at = CASE WHEN revoke_at IS NULL AND $2::timestamptz IS NOT NULL THEN $2
                        ELSE date_trunc('milliseconds', now()) END
 WHERE agent_id = $1 AND key_id IS NOT DISTINCT FROM $3::text`);

export const rotateSecret = statement<{ id: string; ownerId: string; secretHash: Buffer; secretSealed: Buffer; graceSeconds: number }, { agent_name: string; valid_until: Date | null }>('agents/rotate-secret', ['id', 'ownerId', 'secretHash', 'secretSealed', 'graceSeconds'], `
UPDATE agent
   SET previous_secret_hash = CASE WHEN $5::int > 0 THEN secret_hash END,
       previous_secret_valid_until = CASE WHEN $5::int > 0 THEN now() + $5::int * interval '1 second' END,
       secret_hash = $3, secret_sealed = $4
 WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL
RETURNING agent_name, previous_secret_valid_until AS valid_until`);

export const rotateSigningSecret = statement<{ id: string; sealed: Buffer | null; graceSeconds: number }, { previousSignatureUntil: Date | null }>('agents/rotate-signing-secret', ['id', 'sealed', 'graceSeconds'], `
UPDATE agent
   SET previous_signing_sealed = CASE WHEN $3 > 0 THEN coalesce(signing_secret_sealed, secret_sealed) END,
       previous_signing_until = CASE WHEN $3 > 0 THEN now() + $3::int * interval '1 second' END,
       signing_secret_sealed = $2
 WHERE id = $1
RETURNING previous_signing_until AS "previousSignatureUntil"`);
