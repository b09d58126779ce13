import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Logger } from './logger.js';
import { isIP } from 'node:net';
import proxyAddress from 'proxy-addr';
import type { EnvironmentReader } from './environment.js';
import { networkOf } from './rate-limit.js';

const requestIds = new WeakMap<IncomingMessage, string>();

export function requestIdOf(request: IncomingMessage): string {
  const known = requestIds.get(request);
  if (known !== undefined) return known;
  const given = request.headers['x-request-id'];
  // The caller's own id is used if it is harmless in a log, so that both logs can be compared.
  const id = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  requestIds.set(request, id);
  return id;
}

/** Gives every request an id, and logs its end: debug for answers under 400, info for 4xx, warn for 5xx. */
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

/** The matched pattern; else the path, cut off, without a trigger id or the link of a file. */
export function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  if (typeof route?.path === 'string') return request.baseUrl + route.path;
  const path = (request.originalUrl.split('?', 1)[0] ?? '').replace(CREDENTIAL, ':credential');
  return path
    .replace(/^\/webhook\/[^/]+/, '/webhook/:trigger_id')
    .replace(/^\/media\/.+/, '/media/:file')
    .slice(0, 200);
}

export interface CallerAddress {
  address: string;
  /** The address; of an IPv6 address its /64 network, because one host can use all of it. */
  network: string;
}

export type AddressReader = (request: IncomingMessage) => CallerAddress;

/** Proxies whose `X-Forwarded-For` is believed, in CIDR notation (`TRUSTED_PROXIES`). Default: loopback. */
export function readTrustedProxies(read: EnvironmentReader): readonly string[] {
  return read.networks('TRUSTED_PROXIES', { default: LOOPBACK_NETWORKS });
}

export const LOOPBACK_NETWORKS: readonly string[] = ['127.0.0.0/8', '::1/128'];

/**
 * The last address of the way that is no trusted proxy: what stands before it in `X-Forwarded-For` was said
 * by an untrusted caller. Ports are left out: each connection would be another caller. If no address stands
 * there, such as `unknown`, the proxy that wrote it counts.
 */
export function addressReader(trustedProxies: readonly string[]): AddressReader {
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  return (request) => {
    const way = proxyAddress.all(request, (hop, index) => isTrusted(addressIn(hop) ?? hop, index));
    // A connection that has broken off has no address.
    const address = way.map(addressIn).findLast((found) => found !== null) ?? '';
    return { address, network: networkOf(address) };
  };
}

/** The IP address in a text such as `203.0.113.9:51234` or `[2001:db8::1]:443`, or `null`. */
function addressIn(hop: string | undefined): string | null {
  if (hop === undefined) return null;
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(hop) ?? [];
  const address = bracketed ?? dotted ?? hop;
  return isIP(address) === 0 ? null : address;
}
