import {
  API_KEY_SCOPES,
  newApiKey,
  PAGE_SIZE,
  ServiceError,
  storableTextNotBlank,
  newId,
  INVITATION_SECONDS,
  newInvitationToken,
  conflict,
} from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { RetentionDays } from '@svc/runtime';
import type { AuditRecord, ExportRecord, Exports } from '@svc/store';
import type { ClientCaller, UserGuard } from '../user-guard.js';
import { assertFound, found } from './parts.js';
import type { OperationParts, MayInvite } from './parts.js';
import { sendStored } from '../media-route.js';
import { apiKeyScopeOf, viewOf } from '@svc/http-contract';
import type { RequestHandler } from 'express';
import { isExportId } from '../exports/export-files.js';
import type { ExportFiles } from '../exports/export-files.js';

/** `/api/client/account`. No key opens the operations on keys: see `x-api-key-scope` of the document. */
export function account({ store, hints, retention }: OperationParts) {
  return {
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
      return { user_id: userId, name, email, api_key: apiKey };
    },

    async listApiKeys({ auth: { userId } }) {
      return (await store.apiKeys.listOf(userId)).map((key) => viewOf('ApiKey', key));
    },

    async createApiKey({ auth: { userId, call }, body }) {
      const { keyId, text } = newApiKey();
      const created = await store.apiKeys.create({
        ...{ keyId, text, userId, call },
        name: storableTextNotBlank(body.name, 'body.name'),
        scopes: API_KEY_SCOPES.filter((scope) => body.scopes.includes(scope)),
        expiresInSeconds: body.expires_in_seconds,
      });
      return viewOf('ApiKeyWithSecret', { ...created, secret: text });
    },

    async revokeApiKey({ auth: { userId, call }, params: { key_id: keyId } }) {
      assertFound(await store.apiKeys.revoke({ keyId, userId, call }));
      // Hubs look which sockets may stay.
      hints.sessionsEnded(userId);
    },

    async listAuditEntries({ auth: { userId }, query }) {
      const { area, key_id: keyId, cursor, limit = PAGE_SIZE.default } = query;
      const entries = await store.audit.listOf({ userId, area, keyId, cursor, limit });
      return entries.map(auditEntryView);
    },

    async listAccountQuotas({ auth: { userId } }) {
      return await store.quotas.useOf(userId);
    },

    async listRetention() {
      return retentionView(retention);
    },
  } satisfies OperationHandlers<ClientCaller>;
}

export function auditEntryView(entry: AuditRecord) {
  return viewOf('AuditEntry', entry);
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

/** `null` for ever, if each of them is 0. */
function shortest(...days: number[]): number | null {
  const bounds = days.filter((count) => count > 0);
  return bounds.length === 0 ? null : Math.min(...bounds);
}

/** `/api/client/account/exports`. */
export function accountExports({ store }: OperationParts) {
  return {
    async requestExport({ auth: { userId, call } }) {
      const exportId = newId('export');
      const requested = await store.exports.request({ exportId, userId, call });
      return exportView(requested);
    },

    async listExports({ auth: { userId } }) {
      return (await store.exports.listOf(userId)).map(exportView);
    },
  } satisfies OperationHandlers<ClientCaller>;
}

function exportView(record: ExportRecord) {
  return viewOf('AccountExport', { ...record, byteLength: record.bytes });
}

/** `GET /api/client/account/exports/{export_id}/file`. */
export function exportRoute(deps: {
  userGuard: UserGuard;
  store: { exports: Pick<Exports, 'fetch'> };
  files: Pick<ExportFiles, 'pathOf'>;
}): RequestHandler {
  return async (request, response) => {
    const { userId, call } = await deps.userGuard(request, request.ip ?? '', apiKeyScopeOf('getExportFile'));
    const exportId = request.params['exportId'];
    if (typeof exportId !== 'string' || !isExportId(exportId)) throw new ServiceError('not_found');
    const { requestedAt } = found(await deps.store.exports.fetch({ exportId, userId, call }));
    response.setHeader('Content-Type', 'application/zip');
    const day = requestedAt.toISOString().slice(0, 10);
    response.setHeader('Content-Disposition', `attachment; filename="account-${day}.zip"`);
    response.setHeader('Cache-Control', 'no-store');
    // Each call is an entry in the audit log.
    await sendStored(response, deps.files.pathOf(exportId), { acceptRanges: false });
  };
}

export function invitations({ store, mayInvite, publicBaseUrl }: OperationParts) {
  return {
    async listInvitations({ auth, query }) {
      const made = await store.invitations.listOf(auth.userId, query);
      return viewOf('InvitationList', { mayInvite: mayInvite === 'yes', invitations: made });
    },

    async createInvitation({ auth, body }) {
      if (mayInvite === 'no') throw new ServiceError('invitations_off');
      if (mayInvite === 'not_needed') throw conflict('Sign-up is open: nobody needs an invitation');
      const token = newInvitationToken();
      const created = await store.invitations.create({
        inviterId: auth.userId,
        call: auth.call,
        note: (body?.note ?? '').trim(),
        token,
        expiresInSeconds: body?.expires_in_seconds ?? INVITATION_SECONDS.default,
      });
      // What stands behind # is sent to no server, so no log on the way holds it.
      const link = `${publicBaseUrl}/sign-up#invitation=${token}`;
      return viewOf('NewInvitation', { ...created, link });
    },

    async revokeInvitation({ auth, params }) {
      assertFound(await store.invitations.revoke(params.invitation_id, auth.userId, auth.call));
    },
  } satisfies OperationHandlers<ClientCaller>;
}

export function mayInviteBy(config: { signUp: 'open' | 'closed'; invitations: boolean }): MayInvite {
  if (config.signUp === 'open') return 'not_needed';
  return config.invitations ? 'yes' : 'no';
}
