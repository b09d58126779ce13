import { describe, expect, it } from '@jest/globals';
import { readEnvironment } from '@svc/runtime';
import { readWebhookDispatcherConfig } from './env.js';

const read = (env: Record<string, string>) =>
  readEnvironment(env, (reader) => readWebhookDispatcherConfig(reader));

describe('the configuration', () => {
  it('has the specification’s waits and deadline by default, and lets no network through', () => {
    expect(read({})).toEqual({
      retryDelaysMs: [30_000, 60_000, 120_000],
      timeoutMs: 30_000,
      allowedNetworks: [],
      mediaLinkDays: 30,
      breaker: {
        ...{ attempts: 100, failurePercent: 90, windowMs: 600_000, probeMs: 30_000, releasePerSecond: 20 },
      },
      concurrency: 256,
      concurrencyPerAgent: 4,
    });
  });

  it('refuses more retries than the header can count', () => {
    expect(() => read({ WEBHOOK_RETRY_DELAYS_MS: '1,2,3,4' })).toThrow('WEBHOOK_RETRY_DELAYS_MS');
  });
});
