import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SecretBox } from '@svc/domain';
import { createLogger, systemClock } from '@svc/runtime';
import { createScratchDatabase, openStore } from '@svc/store';
import type { Store } from '@svc/store';
import { createSignIn } from './sign-in.js';

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let store: Store;

beforeAll(async () => {
  scratch = await createScratchDatabase(SERVER_URL);
  store = openStore({ databaseUrl: scratch.databaseUrl, box: new SecretBox(Buffer.alloc(32)) });
});

afterAll(async () => {
  await store?.close();
  await scratch?.drop();
});

it('Sign-ups with one address at one instant make one account, and are no error of the service', async () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const signIn = createSignIn({
    store,
    secretsKeys: [Buffer.alloc(32)],
    publicBaseUrl: 'http://localhost',
    logger: createLogger({ service: 'test', level: 'error', destination }),
    clock: systemClock,
  });
  const signUp = () =>
    signIn.handle(
      new Request('http://localhost/api/auth/sign-up/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }),
      }),
    );
  const answers = await Promise.all([signUp(), signUp(), signUp()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  expect(lines).toEqual([]);
});
