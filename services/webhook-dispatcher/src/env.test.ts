import { readEnvironment } from '@svc/runtime';
import { readWebhookDispatcherConfig } from './env.js';

const read = (env: Record<string, string>) =>
  readEnvironment(env, (reader) => readWebhookDispatcherConfig(reader));

it('there are no more retries than the header can count', () => {
  expect(() => read({ WEBHOOK_RETRY_DELAYS_MS: '1,2,3,4' })).toThrow('WEBHOOK_RETRY_DELAYS_MS');
});
