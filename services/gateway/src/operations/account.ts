import { API_KEY_SCOPES, newApiKey, PAGE_SIZE, ServiceError, storableTextNotBlank } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { RetentionDays } from '@svc/runtime';
import type { AuditRecord } from '@svc/store';
import type { ClientCaller } from '../user-guard.js';
import { apiKeyView } from '../views/key-view.js';
import { found } from './found.js';
import type { OperationParts } from './parts.js';

/** What a user asks and says of the account: `/api/client/account`. No key opens the operations on keys: see `x-api-key-scope` of the document. */
export function account({ store, hints, retention }: OperationParts) {
  return {
    /** Who calls, and by which key. */
    async getAccount({ auth: { userId, call } }) {
      const keyId = call.apiKey?.keyId ?? null;
      const [profile, key] = await Promise.all([
        store.exports.profile(userId),
        keyId === null ? null : store.apiKeys.identify(keyId),
      ]);
      const { name, email } = found(profile);
      const apiKey = key && {
        ...{ key_id: key.keyId, name: key.name, scopes: key.scopes, expires_at: key.expiresAt.toISOString() },
      };
      return { status: 200, body: { user_id: userId, name, email, api_key: apiKey } };
    },

    async listApiKeys({ auth: { userId } }) {
      return { status: 200, body: (await store.apiKeys.listOf(userId)).map(apiKeyView) };
    },

    /** The only answer that carries the key. */
    async createApiKey({ auth: { userId, call }, body }) {
      const { keyId, text } = newApiKey();
      const created = await store.apiKeys.create({
        ...{ keyId, text, userId, call },
        name: storableTextNotBlank(body.name, 'body.name'),
        scopes: API_KEY_SCOPES.filter((scope) => body.scopes.includes(scope)),
        expiresInSeconds: body.expires_in_seconds,
      });
      return { status: 201, body: { ...apiKeyView(created), secret: text } };
    },

    async revokeApiKey({ auth: { userId, call }, params: { key_id: keyId } }) {
      if (!(await store.apiKeys.revoke({ keyId, userId, call }))) throw new ServiceError('not_found');
      // Hubs look which sockets of the user may stay.
      hints.sessionsEnded(userId);
      return { status: 204 };
    },

    async listAuditEntries({ auth: { userId }, query }) {
      const { area, key_id: keyId, cursor, limit = PAGE_SIZE.default } = query;
      const entries = await store.audit.listOf({ userId, area, keyId, cursor, limit });
      return { status: 200, body: entries.map(auditEntryView) };
    },

    async listAccountQuotas({ auth: { userId } }) {
      return { status: 200, body: await store.quotas.useOf(userId) };
    },

    /** What this gateway is set to is shown only as long as no scheduler has said what it applies. */
    async listRetention() {
      return { status: 200, body: retentionView((await store.retention.daysInUse()) ?? retention) };
    },
  } satisfies OperationHandlers<ClientCaller>;
}

/** Of the audit log. */
export function auditEntryView(entry: AuditRecord) {
  return {
    audit_id: entry.auditId,
    action: entry.action,
    outcome: entry.outcome,
    actor: entry.actor,
    actor_id: entry.actorId,
    subject_id: entry.subjectId,
    agent_id: entry.agentId,
    address: entry.address,
    key_id: entry.apiKey?.keyId ?? null,
    key_name: entry.apiKey?.name ?? null,
    details: entry.details as Record<string, unknown>,
    created_at: entry.createdAt.toISOString(),
  };
}

function retentionView(days: RetentionDays) {
  return [
    { kept: 'messages' as const, days: shortest(days.messages) },
    // What belongs to something goes with it at the latest.
    { kept: 'files' as const, days: shortest(days.media, days.messages) },
    { kept: 'runs' as const, days: shortest(days.runs) },
    { kept: 'events' as const, days: shortest(days.events) },
    { kept: 'attempts' as const, days: shortest(days.attempts, days.events) },
    { kept: 'audit_entries' as const, days: shortest(days.audit) },
    { kept: 'audit_addresses' as const, days: shortest(days.auditAddresses, days.audit) },
  ];
}

/** `null` if each of them is 0, which is for ever. */
function shortest(...days: number[]): number | null {
  const bounds = days.filter((count) => count > 0);
  return bounds.length === 0 ? null : Math.min(...bounds);
}
