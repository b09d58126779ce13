import { expect, it } from '@jest/globals';
import { readEnvironment } from '@svc/runtime';
import { readWebhookDispatcherConfig } from './env.js';

const read = (env: Record<string, string>) =>
  readEnvironment(env, (reader) => readWebhookDispatcherConfig(reader));

it('no network is let through by default, and there are no more retries than the header can count', () => {
  expect(read({})).toMatchObject({ retryDelaysMs: [30_000, 60_000, 120_000], allowedNetworks: [] });
  expect(() => read({ WEBHOOK_RETRY_DELAYS_MS: '1,2,3,4' })).toThrow('WEBHOOK_RETRY_DELAYS_MS');
});
