import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createScratchDatabase } from '@svc/store';
import { Client } from 'pg';
import { readStatements, writeStatements } from './statements.mjs';

const REPOSITORY = join(import.meta.dirname, '../..');
const GENERATED = join(REPOSITORY, 'packages/store/src/database/statements/generated');

it('the types of statements are those that PostgreSQL says: npm run sql writes them', async () => {
  const statements = readStatements(join(REPOSITORY, 'packages/store/sql'));
  const described = await onDatabase((client) => writeStatements(client, statements));
  const written = Object.fromEntries(
    readdirSync(GENERATED).map((file) => [file, readFileSync(join(GENERATED, file), 'utf8')]),
  );
  expect(written).toEqual(described);
});

async function onDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const scratch = await createScratchDatabase(
    process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
  );
  const client = new Client({ connectionString: scratch.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await scratch.drop();
  }
}
