import { newId } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { ExportRecord, Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';

/** Exports of the account of the user that calls: `/api/client/account/exports`. */
export function accountExports({ store }: { store: Pick<Store, 'exports'> }) {
  return {
    async requestExport({ auth: { userId, call }, body }) {
      const exportId = newId('export');
      const requested = await store.exports.request({ exportId, userId, format: body?.format, call });
      return { status: 202, body: exportView(requested) };
    },

    async listExports({ auth: { userId } }) {
      return { status: 200, body: (await store.exports.listOf(userId)).map(exportView) };
    },
  } satisfies OperationHandlers<ClientCaller>;
}

function exportView({ exportId, format, state, lines, bytes, requestedAt, expiresAt }: ExportRecord) {
  return {
    export_id: exportId,
    format,
    state,
    lines,
    byte_length: bytes,
    requested_at: requestedAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  };
}
