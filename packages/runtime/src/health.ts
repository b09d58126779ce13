import type { RequestListener } from 'node:http';
import { Registry, collectDefaultMetrics } from 'prom-client';
import { causesOf, errorCodesOf } from '@svc/domain';
import { inTime, NoAnswerInTimeError } from './clock.js';

export interface HealthCheck {
  readonly name: string;
  /** If it is missing, readiness names it and stays 200. Default: false. */
  readonly degradesOnly?: boolean;
  check(): Promise<unknown>;
}

export interface HealthOptions {
  checks: readonly HealthCheck[];
  metrics: Registry;
}

/** A check that takes longer counts as failed, in milliseconds. */
const CHECK_MS_MAX = 2_000;

/**
 * `/health/live`: 200 while the process answers. `/health/ready`: 200, or 503 with the names of the failed
 * checks without which the service cannot work; `degraded` names the others. `/metrics`: Prometheus text.
 * Any other path: 404.
 */
export function healthListener(options: HealthOptions): RequestListener {
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const answer = answerTo(isRead ? request.url?.split('?', 1)[0] : undefined, options);
    void answer
      .catch(() => INTERNAL_ERROR)
      .then(({ status, body }) => {
        const isText = typeof body === 'string';
        const type = isText ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json';
        response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
        response.end(isText ? body : JSON.stringify(body));
      });
  };
}

interface HealthAnswer {
  status: number;
  body: object | string;
}

const INTERNAL_ERROR: HealthAnswer = { status: 500, body: { detail: 'Internal error' } };

async function answerTo(path: string | undefined, { checks, metrics }: HealthOptions): Promise<HealthAnswer> {
  if (path === '/health/live') return { status: 200, body: { status: 'live' } };
  if (path === '/metrics') return { status: 200, body: await metrics.metrics() };
  if (path !== '/health/ready') return { status: 404, body: { detail: 'Not found' } };
  const missing = await failingChecks(checks);
  const namesOf = (checks: HealthCheck[]): string[] => checks.map(({ name }) => name);
  const failing = namesOf(missing.filter((check) => check.degradesOnly !== true));
  const degraded = namesOf(missing.filter((check) => check.degradesOnly === true));
  const also = degraded.length === 0 ? {} : { degraded };
  if (failing.length === 0) return { status: 200, body: { status: 'ready', ...also } };
  return { status: 503, body: { detail: 'Not ready', failing, ...also } };
}

async function failingChecks(checks: readonly HealthCheck[]): Promise<HealthCheck[]> {
  const passed = await Promise.all(checks.map((check) => passes(check)));
  return checks.filter((_check, index) => passed[index] !== true);
}

async function passes(check: HealthCheck): Promise<boolean> {
  try {
    await inTime(check.check(), CHECK_MS_MAX);
    return true;
  } catch {
    return false;
  }
}

/** `processMetrics`: also CPU, memory and event loop. */
export function createMetrics(options: { service: string; processMetrics?: boolean }): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.processMetrics === true) collectDefaultMetrics({ register: registry });
  return registry;
}

/** Codes of Node.js for a connection that could not be made or is broken. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * PostgreSQL's codes (appendix A of its manual) for what may succeed later: a failed connection (08), a
 * server that takes no writes (25006) or ended an idle transaction (25P03), a deadlock or serialization
 * failure (40), a full server (53), a row or a statement that took too long (55P03, 57014), a server that
 * stops, starts or recovers (57P0x).
 */
const DATABASE_CODE = /^(?:08[0-9A-Z]{3}|25006|25P03|40001|40P01|53[0-9A-Z]{3}|55P03|57014|57P0[1-5])$/;

/** Prisma's, for an unreachable database, a connection or an answer that came too late, and a deadlock. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']);

/** Messages of Prisma's driver adapter that come without a code. */
const ADAPTER_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);

/** Messages of node-postgres that come without a code. */
const DATABASE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** A server behind us cannot do the work at present; the caller may try again later. */
export function saysBackendIsAway(error: unknown): boolean {
  if (error instanceof NoAnswerInTimeError || errorCodesOf(error).some(isPassing)) return true;
  return causesOf(error).some(
    ({ kind, message }) =>
      ADAPTER_KINDS.has(String(kind)) || (typeof message === 'string' && DATABASE_MESSAGE.test(message)),
  );
}

function isPassing(code: string): boolean {
  return CONNECTION_CODES.has(code) || PRISMA_CODES.has(code) || DATABASE_CODE.test(code);
}
