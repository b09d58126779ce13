/** @only-in-all Of a script, and changed with it. */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { Client } from 'pg';

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const RUN_MS_MAX = 240_000;
const SERVICES = 5;

/** One jest run of `npm test`, without the others. */
const RUN = `
  import { TestSession } from ${JSON.stringify(join(import.meta.dirname, 'session.mjs'))};
  const session = new TestSession();
  await session.bringServers();
  await session.jest('services', ['--selectProjects', 'spec: services', '--', 'test/spec/messages.test.ts']);
`;

it(
  'leaves no process and no database when it is ended in the middle',
  async () => {
    const word = `cancelled-${randomBytes(6).toString('hex')}`;
    const { NODE_OPTIONS: _ofThisRun, TEST_TIER: _itsTier, ...env } = process.env;
    const run = spawn(process.execPath, ['--input-type=module', '-e', RUN], {
      env: { ...env, CANCELLED_RUN: word },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => run.once('close', resolve));
    const place = await eventually(
      () => Promise.resolve(placeOf(word)),
      (found) => found !== undefined,
      { what: 'the services under test', waitMsMax: RUN_MS_MAX },
    );
    expect(await databasesOf(place ?? '')).not.toEqual([]);

    run.kill('SIGTERM');
    expect(await ended).toBe(130);
    // What was killed may take a moment. Numbers alone: the environments hold keys.
    await eventually(
      () => Promise.resolve(environmentsWith(word).length),
      (count) => count === 0,
      { what: 'all to end', waitMsMax: RUN_MS_MAX },
    );
    expect(await databasesOf(place ?? '')).toEqual([]);
  },
  RUN_MS_MAX,
);

/** What the names of a run's databases begin with, once its product runs all services beside their supervisor. */
function placeOf(word: string): string | undefined {
  const onDatabase = environmentsWith(word).map(
    (environment) => /svc_test_[0-9a-f]+_/.exec(environment)?.[0],
  );
  const found = onDatabase.filter((prefix) => prefix !== undefined);
  return found.length > SERVICES ? found[0] : undefined;
}

/** The environments of the living processes that have this word in theirs. */
function environmentsWith(word: string): string[] {
  const environments = existsSync('/proc/self/environ')
    ? readdirSync('/proc').filter(Number).map(environmentOf)
    : execFileSync('ps', ['axeww', '-o', 'command='], { encoding: 'utf8' }).split('\n');
  return environments.filter((environment) => environment.includes(word));
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    // It has ended, or is not ours to look at.
    return '';
  }
}

async function databasesOf(prefix: string): Promise<{ datname: string }[]> {
  const client = new Client({ connectionString: SERVER_URL });
  await client.connect();
  try {
    const query = 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)';
    return (await client.query<{ datname: string }>(query, [prefix])).rows;
  } finally {
    await client.end();
  }
}
