import { createScratchDatabase } from '@svc/store';
import { Client } from 'pg';
import type { Leftovers } from './run-bench.js';

const DATABASE_SERVER_URL =
  process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** A database that is one measurement's own, removed after it. */
export interface Scratch {
  databaseUrl: string;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

export async function openScratch(leftovers: Leftovers): Promise<Scratch> {
  const database = await createScratchDatabase(DATABASE_SERVER_URL);
  leftovers.later(() => database.drop());
  const client = new Client({ connectionString: database.databaseUrl });
  await client.connect();
  leftovers.later(() => client.end());
  return {
    databaseUrl: database.databaseUrl,
    sql: async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows,
  };
}
