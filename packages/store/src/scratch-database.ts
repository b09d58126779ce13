import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from './migrate.js';

export interface ScratchDatabase {
  databaseUrl: string;
  /** Removes the database, ending what is still connected to it. */
  drop(): Promise<void>;
}

/**
 * Creates a migrated database under a random name, for one test.
 *
 * @param serverUrl any database of the server, whose user may create others.
 */
export async function createScratchDatabase(serverUrl: string): Promise<ScratchDatabase> {
  const name = `svc_test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  return {
    databaseUrl: url.href,
    drop: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
