import { expect, it } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import { removalSteps } from './removal-steps.js';
import { runAll } from './steps.suite.js';

it('What was deleted or has expired is removed until nothing is left, and a deletion that rests is told of', async () => {
  const done: string[] = [];
  const lines: string[] = [];
  /** True twice for each name. */
  const isMore = (name: string): boolean =>
    done.push(name) > 0 && done.filter((each) => each === name).length < 3;
  const steps = removalSteps({
    store: {
      deletions: {
        async step({ kind, rests }) {
          if (kind === 'task') rests?.(new Error('no'));
          return isMore(kind);
        },
      },
      expired: { remove: async (kind) => isMore(kind) },
      idempotentCalls: { removeBeyond: async () => isMore('beyond') },
      presence: { purgeGone: async () => void done.push('presence') },
    },
    logger: createLogger({
      service: 'test',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    }),
  });
  for (const step of steps) await runAll(step);
  const thrice = (name: string) => [name, name, name];
  expect(done).toEqual([
    ...['conversation', 'task', 'agent', 'user'].flatMap(thrice),
    ...[
      'session',
      'password_try',
      'sign_in_place',
      'idempotency_key',
      'message_stream',
      'device_login',
    ].flatMap(thrice),
    ...[...thrice('beyond'), 'presence'],
  ]);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(
    Array<object>(3).fill({ level: 'warn', kind: 'task' }),
  );
});
