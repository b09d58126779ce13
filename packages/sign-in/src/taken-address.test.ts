import { expect, it } from '@jest/globals';
import { createScratchDatabase } from '@svc/store';
import { openSignIn } from './sign-in.suite.js';

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

it('Sign-ups with one address at one instant make one account, and are no error of the service', async () => {
  const scratch = await createScratchDatabase(SERVER_URL);
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const { store, post } = openSignIn(scratch.databaseUrl, { level: 'error', destination });
  try {
    const person = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
    const answers = await Promise.all([1, 2, 3].map(() => post('/sign-up/email', person)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(lines).toEqual([]);
  } finally {
    await store.close();
    await scratch.drop();
  }
});
