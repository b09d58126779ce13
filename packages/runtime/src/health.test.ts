import { healthListener, createMetrics } from './health.js';
import type { HealthCheck } from './health.js';
import { useServers } from './served.suite.js';

const start = useServers();

async function serve(checks: HealthCheck[], metrics = createMetrics({ service: 'a' })): Promise<string> {
  const listener = healthListener({ checks, metrics });
  return (await start(listener)).address().url;
}

const good: HealthCheck = { name: 'database', check: async () => 1 };
const bad: HealthCheck = { name: 'broker', check: () => Promise.reject(new Error('gone')) };
const hanging: HealthCheck = { name: 'media', check: () => new Promise(() => undefined) };

describe('healthListener', () => {
  it('is not ready, with the names, when a check fails or hangs', async () => {
    const response = await fetch(`${await serve([good, bad, hanging])}/health/ready`);
    const body = { detail: 'Not ready', failing: ['broker', 'media'] };
    expect([response.status, await response.json()]).toEqual([503, body]);
  });
});
