import { randomBytes } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { migrate } from '../migrate.js';

export interface ScratchDatabase {
  databaseUrl: string;
  /** Also ends the connections to it. */
  drop(): Promise<void>;
}

/** SQLSTATE (PostgreSQL, appendix A). */
const [NO_SUCH_DATABASE, DATABASE_IN_USE] = ['3D000', '55006'];

/**
 * A migrated database for one test: a copy of the template of its run, if there is one.
 * @param serverUrl any database of the server, whose user may create others.
 * @param options.mark stands behind the random name, at most 30 characters of `a-z`, `0-9` and `_`.
 */
export async function createScratchDatabase(
  serverUrl: string,
  { mark = '' }: { mark?: string } = {},
): Promise<ScratchDatabase> {
  const name = scratchName(serverUrl) + mark;
  const databaseUrl = urlOf(serverUrl, name);
  const isCopied = await copyOfTemplate(serverUrl, name);
  if (!isCopied) {
    await onServer(serverUrl, `CREATE DATABASE ${name}`);
    await migrate(databaseUrl);
  }
  return { databaseUrl, drop: () => dropDatabase(serverUrl, name) };
}

/** Migrates a database once, of which every later scratch database of the run is a copy. */
export async function createScratchTemplate(serverUrl: string): Promise<void> {
  const { databaseUrl } = await createScratchDatabase(serverUrl);
  // It must not be copied before it is complete, so it gets its name last.
  const draft = new URL(databaseUrl).pathname.slice(1);
  await onServer(serverUrl, `ALTER DATABASE ${draft} RENAME TO ${templateOf(serverUrl)}`);
}

/** With the prefix that all scratch databases of this run of tests have. */
export function serverOfRun(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.searchParams.set('application_name', `svc_test_${randomBytes(4).toString('hex')}`);
  return url.href;
}

/** Begins with the prefix of the run of tests, so that the end of the run finds it. */
export function scratchName(serverUrl: string): string {
  return `${runOf(serverUrl) ?? 'svc_test'}_${randomBytes(6).toString('hex')}`;
}

/** Removes what a run of tests has left, for instance because it was killed. */
export async function dropScratchDatabases(serverUrl: string): Promise<void> {
  const run = runOf(serverUrl);
  if (run === undefined) return;
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [`${run}_`],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

function runOf(serverUrl: string): string | undefined {
  const name = new URL(serverUrl).searchParams.get('application_name') ?? '';
  return /^svc_test_[0-9a-f]{8}$/.test(name) ? name : undefined;
}

function templateOf(serverUrl: string): string {
  return `${runOf(serverUrl) ?? 'svc_test'}_template`;
}

async function copyOfTemplate(serverUrl: string, name: string): Promise<boolean> {
  try {
    await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${templateOf(serverUrl)} STRATEGY FILE_COPY`);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && [NO_SUCH_DATABASE, DATABASE_IN_USE].includes(error.code ?? ''))
      return false;
    throw error;
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  url.searchParams.delete('application_name');
  return url.href;
}

function dropDatabase(serverUrl: string, name: string): Promise<void> {
  return onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
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
