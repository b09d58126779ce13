import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { toServiceError } from '@svc/runtime';
import { openSignIn } from './sign-in.suite.js';

// Nobody listens there.
const errors: string[] = [];
const destination = { write: (line: string) => void errors.push(line) };
const { store, signIn, post } = openSignIn('postgresql://127.0.0.1:1/nowhere', {
  level: 'error',
  destination,
});
// better-auth tells of every failure there.
beforeAll(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterAll(async () => {
  jest.restoreAllMocks();
  await store.close();
});

const CREDENTIALS = { name: 'Ursula', email: 'ursula@example.org', password: 'correct horse battery' };

describe('while the database is away', () => {
  it.each([
    ['a sign-up', () => post('/sign-up/email', CREDENTIALS)],
    ['a sign-in', () => post('/sign-in/email', CREDENTIALS)],
    ['the look for a session', () => signIn.findSession({ kind: 'bearer', token: 'x'.repeat(32) })],
  ])(
    '%s is unavailable, nobody is told that it was wrong, and it is no error of the service',
    async (_what, call) => {
      const error: unknown = await call().catch((thrown: unknown) => thrown);
      expect(toServiceError(error)).toMatchObject({ code: 'unavailable', status: 503 });
      expect(errors).toEqual([]);
    },
  );
});
