import express from 'express';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Counter } from 'prom-client';
import { healthRouter, createMetrics } from './health.js';
import type { HealthCheck } from './health.js';
import { HttpServer } from './http-server.js';
import { createLogger } from './logger.js';

let server: HttpServer | undefined;
afterEach(() => server?.stop());

async function serve(checks: HealthCheck[], metrics = createMetrics({ service: 'a' })): Promise<string> {
  const app = express().use(healthRouter({ checks, metrics, checkTimeoutMs: 1_000 }));
  const logger = createLogger({ service: 'test', level: 'silent' });
  server = new HttpServer({ host: '127.0.0.1', port: 0, listener: app, logger });
  await server.start();
  return server.address().url;
}

const good: HealthCheck = { name: 'database', check: async () => 1 };
const bad: HealthCheck = { name: 'broker', check: () => Promise.reject(new Error('gone')) };
const hanging: HealthCheck = { name: 'media', check: () => new Promise(() => undefined) };

describe('healthRouter', () => {
  it('is not ready, with the names, when a check fails or hangs', async () => {
    const response = await fetch(`${await serve([good, bad, hanging])}/health/ready`);
    expect([response.status, await response.json()]).toEqual([
      503,
      { detail: 'Not ready', failing: ['broker', 'media'] },
    ]);
  });

  it('exposes the metrics with the name of the service', async () => {
    const metrics = createMetrics({ service: 'a' });
    new Counter({ name: 'events_total', help: 'Events', registers: [metrics] }).inc();
    const text = await (await fetch(`${await serve([], metrics)}/metrics`)).text();
    expect(text).toContain('events_total{service="a"} 1\n');
  });
});
