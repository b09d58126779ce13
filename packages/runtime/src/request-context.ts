import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Logger } from './logger.js';

const requestIds = new WeakMap<IncomingMessage, string>();

/** The id under which a request is logged; it is made on first use. */
export function requestIdOf(request: IncomingMessage): string {
  const known = requestIds.get(request);
  if (known !== undefined) return known;
  const given = request.headers['x-request-id'];
  // The caller's own id is used if it is harmless in a log, so that both logs can be compared.
  const id = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  requestIds.set(request, id);
  return id;
}

/**
 * Gives every request an id, returned as `X-Request-Id`, and writes one line when it is over: level debug for
 * answers under 400, info for 4xx, warn for 5xx.
 */
export function requestContext(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const requestId = requestIdOf(request);
    const startedMs = performance.now();
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const status = response.statusCode;
      const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug';
      if (!logger.isLevelEnabled(level)) return;
      const durationMs = Math.round(performance.now() - startedMs);
      const line = { request_id: requestId, method: request.method, route: routeOf(request), status };
      const aborted = response.writableFinished ? {} : { aborted: true };
      logger[level]({ ...line, duration_ms: durationMs, ...aborted }, 'request');
    });
    next();
  };
}

/** Long enough for a trigger id or a secret, and too long for our other ids. */
const CREDENTIAL = /[0-9a-f]{40,}/gi;

/** The pattern of the matched route. Without a matched route, the path, cut off and without a trigger id, wherever in the path that is, and without the link of a file. */
export function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  if (typeof route?.path === 'string') return request.baseUrl + route.path;
  const path = (request.originalUrl.split('?', 1)[0] ?? '').replace(CREDENTIAL, ':credential');
  return path
    .replace(/^\/webhook\/[^/]+/, '/webhook/:trigger_id')
    .replace(/^\/media\/.+/, '/media/:file')
    .slice(0, 200);
}
