import { jest } from '@jest/globals';
import { SecretBox } from '@svc/domain';
import { createLogger, systemClock, toServiceError } from '@svc/runtime';
import { createScratchDatabase, openStore } from '@svc/store';
import { createSignIn } from './sign-in.js';

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const PERSON = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };

// better-auth tells of every failure there.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => void jest.restoreAllMocks());

/** A sign-in on a store of its own, a call of it, and the errors that it has logged. */
function openSignIn(databaseUrl: string) {
  const errors: string[] = [];
  const destination = { write: (line: string) => void errors.push(line) };
  const store = openStore({ databaseUrl, box: new SecretBox(Buffer.alloc(32)) });
  const signIn = createSignIn({
    ...{ store, secretsKeys: [Buffer.alloc(32)], publicBaseUrl: 'http://localhost', clock: systemClock },
    logger: createLogger({ service: 'test', level: 'error', destination }),
  });
  const headers = { 'content-type': 'application/json' };
  const post = (path: string) => {
    const call = { method: 'POST', headers, body: JSON.stringify(PERSON) };
    return signIn.handle(new Request(`http://localhost/api/auth${path}`, call));
  };
  return { store, signIn, post, errors };
}

it('while the database is away is unavailable, and neither the fault of the caller nor of the service', async () => {
  // Nobody listens there.
  const { store, signIn, post, errors } = openSignIn('postgresql://127.0.0.1:1/nowhere');
  const calls = [
    () => post('/sign-up/email'),
    () => post('/sign-in/email'),
    () => signIn.findSession({ kind: 'bearer', token: 'x'.repeat(32) }),
  ];
  for (const call of calls) {
    const error: unknown = await call().catch((thrown: unknown) => thrown);
    expect(toServiceError(error)).toMatchObject({ code: 'unavailable', status: 503 });
  }
  expect(errors).toEqual([]);
  await store.close();
});

it('makes one account of sign-ups with one address at one instant, which are no error of the service', async () => {
  const scratch = await createScratchDatabase(SERVER_URL);
  const { store, post, errors } = openSignIn(scratch.databaseUrl);
  try {
    const answers = await Promise.all([1, 2, 3].map(() => post('/sign-up/email')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(errors).toEqual([]);
  } finally {
    await store.close();
    await scratch.drop();
  }
});
