import { expect, it } from '@jest/globals';
import { removalSteps } from './retention-steps.js';
import { runAll } from './steps.suite.js';

it('What was deleted or has expired is removed until nothing is left', async () => {
  const done: string[] = [];
  /** True twice for each name. */
  const isMore = (name: string): boolean =>
    done.push(name) > 0 && done.filter((each) => each === name).length < 3;
  const steps = removalSteps({
    store: {
      deletions: { step: async ({ kind }) => isMore(kind) },
      expired: { remove: async (kind) => isMore(kind) },
      presence: { purgeGone: async () => void done.push('presence') },
    },
  });
  for (const step of steps) await runAll(step);
  const thrice = (name: string) => [name, name, name];
  expect(done).toEqual([
    ...['conversation', 'task', 'agent', 'user'].flatMap(thrice),
    ...['session', 'password_try', 'sign_in_network', 'idempotency_key'].flatMap(thrice),
    ...['message_stream', 'device_login', 'rate_count', 'webhook_breaker'].flatMap(thrice),
    'presence',
  ]);
});
