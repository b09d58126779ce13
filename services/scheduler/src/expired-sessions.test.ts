import { expect, it } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import { createExpiredSessions } from './expired-sessions.js';
import { firstTurnOf } from './turn.suite.js';

it('What has expired is removed until nothing is left, also behind removals that fail, of which the first is told', async () => {
  const calls: string[] = [];
  const lines: string[] = [];
  const twice = (name: string) => async () =>
    calls.push(name) > 0 && calls.filter((call) => call === name).length < 2;
  const failing = (name: string) => async () => {
    calls.push(name);
    throw new Error(name);
  };
  await firstTurnOf((sleep) =>
    createExpiredSessions({
      store: {
        userSessions: { removeExpired: twice('sessions') },
        passwordTries: { removeOld: failing('tries') },
        idempotentCalls: { removeOld: twice('calls'), removeBeyond: twice('calls beyond') },
        messageStreams: { removeOld: failing('streams') },
        deviceLogins: { removeOld: twice('logins') },
      },
      logger: createLogger({
        service: 'test',
        level: 'info',
        destination: { write: (line) => void lines.push(line) },
      }),
      sleep,
    }),
  );
  expect(calls).toEqual([
    ...['sessions', 'sessions', 'tries', 'calls', 'calls', 'calls beyond', 'calls beyond', 'streams'],
    ...['logins', 'logins'],
  ]);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'error', loop: 'expired-sessions', err: { message: 'tries' } },
  ]);
});
