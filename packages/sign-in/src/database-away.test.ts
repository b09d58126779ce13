import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SecretBox } from '@svc/domain';
import { createLogger, systemClock, toServiceError } from '@svc/runtime';
import { openStore } from '@svc/store';
import { createSignIn } from './sign-in.js';

// Nobody listens there.
const store = openStore({
  databaseUrl: 'postgresql://127.0.0.1:1/nowhere',
  box: new SecretBox(Buffer.alloc(32)),
});
const signIn = createSignIn({
  store,
  secretsKeys: [Buffer.alloc(32)],
  publicBaseUrl: 'http://localhost',
  logger: createLogger({ service: 'test', level: 'silent' }),
  clock: systemClock,
});
// better-auth tells of every failure there.
beforeAll(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterAll(async () => {
  jest.restoreAllMocks();
  await store.close();
});

const post = (path: string, body: object) =>
  signIn.handle(
    new Request(`http://localhost/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );

const CREDENTIALS = { name: 'Ursula', email: 'ursula@example.org', password: 'correct horse battery' };

describe('while the database is away', () => {
  it.each([
    ['a sign-up', () => post('/sign-up/email', CREDENTIALS)],
    ['a sign-in', () => post('/sign-in/email', CREDENTIALS)],
    ['the look for a session', () => signIn.findSession({ kind: 'bearer', token: 'x'.repeat(32) })],
  ])('%s is unavailable, and nobody is told that it was wrong', async (_what, call) => {
    const error: unknown = await call().catch((thrown: unknown) => thrown);
    expect(toServiceError(error)).toMatchObject({ code: 'unavailable', status: 503 });
  });
});
