import { Router } from 'express';
import type { Response } from 'express';
import type { Registry } from 'prom-client';
import { exposeMetrics } from './metrics.js';

/** Something that a service needs. */
export interface HealthCheck {
  readonly name: string;
  /** The service works without it, but less well. If it is missing, readiness names it and stays 200. Default: false. */
  readonly degradesOnly?: boolean;
  /** Rejects when it is not there. */
  check(): Promise<unknown>;
}

export interface HealthOptions {
  checks: readonly HealthCheck[];
  registries: readonly Registry[];
  /** A check that takes longer counts as failed, in milliseconds. Default 2,000. */
  checkTimeoutMs?: number;
}

/**
 * `GET /health/live`: 200 while the process answers. `GET /health/ready`: 200 if every check passes without which the service cannot work,
 * else 503 with the names of the failed checks. `degraded` names the other failed checks; without any it is left out. `GET /metrics`:
 * Prometheus text.
 */
export function healthRouter({ checks, registries, checkTimeoutMs = 2_000 }: HealthOptions): Router {
  const router = Router();
  router.get('/health/live', (_request, response) => sendJson(response, 200, { status: 'live' }));
  router.get('/health/ready', async (_request, response) => {
    const missing = await failingChecks(checks, checkTimeoutMs);
    const failing = missing.filter((check) => check.degradesOnly !== true).map(nameOf);
    const degraded = missing.filter((check) => check.degradesOnly === true).map(nameOf);
    const also = degraded.length === 0 ? {} : { degraded };
    if (failing.length === 0) sendJson(response, 200, { status: 'ready', ...also });
    else sendJson(response, 503, { detail: 'Not ready', failing, ...also });
  });
  router.get('/metrics', async (_request, response) => {
    const text = await exposeMetrics(registries);
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
  });
  return router;
}

/** The checks that fail or take longer than the bound, in the order given. */
async function failingChecks(checks: readonly HealthCheck[], checkTimeoutMs: number): Promise<HealthCheck[]> {
  const passed = await Promise.all(checks.map((check) => passes(check, checkTimeoutMs)));
  return checks.filter((_check, index) => passed[index] !== true);
}

function nameOf({ name }: HealthCheck): string {
  return name;
}

async function passes(check: HealthCheck, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const result = Promise.resolve()
    .then(() => check.check())
    .then(
      () => true,
      () => false,
    );
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

function sendJson(response: Response, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}
