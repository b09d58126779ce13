import { pipeline } from 'node:stream';
import { newId, ServiceError } from '@svc/domain';
import { apiKeyScopeOf } from '@svc/http-contract';
import type { OperationHandlers } from '@svc/http-contract';
import type { ExportRecord, Exports } from '@svc/store';
import type { RequestHandler } from 'express';
import { isExportId } from '../exports/export-files.js';
import type { ExportFiles } from '../exports/export-files.js';
import type { ClientCaller, UserGuard } from '../user-guard.js';
import type { OperationParts } from './parts.js';

/** Exports of the account of the user that calls: `/api/client/account/exports`. */
export function accountExports({ store }: OperationParts) {
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

/** `GET /api/client/account/exports/{export_id}/file`: the file, for the user whose export it is alone. */
export function exportRoute(deps: {
  userGuard: UserGuard;
  store: { exports: Pick<Exports, 'fetch'> };
  files: Pick<ExportFiles, 'read'>;
}): RequestHandler {
  return async (request, response) => {
    const { userId, call } = await deps.userGuard(request, request.ip ?? '', apiKeyScopeOf('getExportFile'));
    const exportId = request.params['exportId'];
    if (typeof exportId !== 'string' || !isExportId(exportId)) throw new ServiceError('not_found');
    const ready = await deps.store.exports.fetch({ exportId, userId, call });
    const file = ready === null ? null : await deps.files.read(exportId);
    if (ready === null || file === null) throw new ServiceError('not_found');
    const day = ready.requestedAt.toISOString().slice(0, 10);
    response.setHeader('Content-Type', file.format === 'zip' ? 'application/zip' : 'application/gzip');
    response.setHeader('Content-Disposition', `attachment; filename="account-${day}.${file.extension}"`);
    response.setHeader('Content-Length', file.bytes);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (request.method === 'HEAD') {
      file.stream.destroy();
      response.end();
      return;
    }
    // If the reader goes away, the pipeline ends and closes the file. There is no reader for an error.
    pipeline(file.stream, response, () => {});
  };
}
