import { pipeline } from 'node:stream';
import { ServiceError } from '@svc/domain';
import type { MediaStorage, OpenedMedia } from '@svc/messages';
import type { Request, RequestHandler, Response } from 'express';

/**
 * `GET /media/<token>.<ext>`: a file of a message, for everybody who knows its URL. Players of recordings ask for parts, so a request for
 * one byte range gets that range (RFC 9110, section 14). A request for several ranges gets the whole file.
 */
export function mediaRoute(media: MediaStorage): RequestHandler {
  return async (request, response) => {
    const mediaId = request.params['mediaId'];
    const opened = typeof mediaId === 'string' ? await media.open(mediaId) : null;
    if (opened === null) throw new ServiceError('not_found');
    setHeaders(response, opened);
    const range = rangeOf(request, opened.byteLength);
    if (range === 'unsatisfiable') {
      await opened.close();
      response.setHeader('Cache-Control', 'no-store');
      response.writeHead(416, { 'Content-Range': `bytes */${opened.byteLength}` }).end();
      return;
    }
    const bounds = range ?? { start: 0, end: opened.byteLength - 1 };
    if (range !== null) {
      response.statusCode = 206;
      response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${opened.byteLength}`);
    }
    response.setHeader('Content-Length', bounds.end - bounds.start + 1);
    if (request.method === 'HEAD') {
      await opened.close();
      response.end();
      return;
    }
    // If the reader goes away, the pipeline ends and closes the file. Nobody is left who could get an error.
    pipeline(opened.read(bounds), response, () => {});
  };
}

function setHeaders(response: Response, opened: OpenedMedia): void {
  response.setHeader('Content-Type', opened.contentType);
  response.setHeader('Content-Disposition', 'inline');
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // The content comes from others. If somebody opens it on its own, it may run and load nothing.
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  // Any client app may show it.
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

function rangeOf(
  request: Request,
  byteLength: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const ranges = request.range(byteLength);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}
