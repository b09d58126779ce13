import { pipeline } from 'node:stream';
import { ServiceError } from '@svc/domain';
import { apiKeyScopeOf } from '@svc/http-contract';
import type { Exports } from '@svc/store';
import type { RequestHandler } from 'express';
import type { UserDoor } from '../user-door.js';
import { isExportId } from './export-files.js';
import type { ExportFiles } from './export-files.js';

/** `GET /api/client/account/exports/{export_id}/file`: the file, for the user whose export it is and nobody else. */
export function exportRoute(deps: {
  door: UserDoor;
  store: { exports: Pick<Exports, 'fetch'> };
  files: Pick<ExportFiles, 'read'>;
}): RequestHandler {
  return async (request, response) => {
    const { userId, call } = await deps.door(request, request.ip ?? '', apiKeyScopeOf('getExportFile'));
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
    // If the reader goes away, the pipeline ends and closes the file. Nobody is left who could get an error.
    pipeline(file.stream, response, () => {});
  };
}
