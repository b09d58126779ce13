/** @only-in-all Starts servers of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { Client } from 'pg';
import { startTestService } from '../testing.js';

/** In a run of tests the database of a service is copied from here. */
const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const TESTING = new URL('../../dist/testing.js', import.meta.url).href;

const server = new Client({ connectionString: SERVER_URL });
let folder: string;
beforeAll(async () => {
  await server.connect();
  folder = await mkdtemp(join(tmpdir(), 'agent-testing-'));
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true, force: true });
});
/** Draining takes up to ten seconds, on a machine that has nothing else to do. */
const LONG = { waitMsMax: 60_000 };
const children: { kill(signal: 'SIGKILL'): boolean }[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

/** Databases and folders whose names say that this process made them. */
async function madeBy(pid: number): Promise<string[]> {
  const sql = 'SELECT datname FROM pg_database WHERE datname ~ $1';
  const { rows } = await server.query<{ datname: string }>(sql, [`_of_[0-9a-f]{6}_${pid}$`]);
  const isFolder = new RegExp(`_of_[0-9a-f]{6}_${pid}_`);
  const folders = (await readdir(tmpdir())).filter((name) => isFolder.test(name));
  return [...rows.map(({ datname }) => datname), ...folders];
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended stays a zombie if nobody asks how.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** What was killed with its tests: the service, and the PostgreSQL that it had started. */
let killed = { service: 0, postgres: 0 };

it('a process that is killed leaves no service, database or folder behind', async () => {
  const tests = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TEST_DATABASE_URL: SERVER_URL },
  });
  children.push(tests);
  const [line] = (await once(createInterface({ input: tests.stdout }), 'line')) as [string];
  const [first = 0, second = 0] = JSON.parse(line) as number[];
  expect(await madeBy(first)).toHaveLength(2);
  const [folderOfSecond = '', ...others] = await madeBy(second);
  expect(others).toEqual([]);
  const pidFile = join(tmpdir(), folderOfSecond, 'postgres/server/postmaster.pid');
  const postgres = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  expect(isRunning(postgres)).toBe(true);
  killed = { service: second, postgres };
  // The second is killed as a machine that goes down would do it, the first loses its tests only.
  process.kill(second, 'SIGKILL');
  tests.kill('SIGKILL');
  const left = async () => ({ running: [first, second].filter(isRunning), made: await madeBy(first) });
  await eventually(left, ({ running, made }) => running.length + made.length === 0, LONG);
});

it('what was killed with it is removed by the next start, which removes its own in the end', async () => {
  const log: string[] = [];
  const settings = { LOG_LEVEL: 'debug' };
  const next = await startTestService({ database: SERVER_URL, settings, log: (line) => log.push(line) });
  const isTold = async () => log.some((line) => line.includes('/api/auth/sign-up/email'));
  await eventually(isTold, Boolean, LONG);
  // Other tests start services too, and one of them may be at it.
  const left = async () => ({ isRunning: isRunning(killed.postgres), made: await madeBy(killed.service) });
  await eventually(left, (found) => !found.isRunning && found.made.length === 0, LONG);
  const { pid } = next;
  expect(await madeBy(pid)).toHaveLength(2);
  await next.stop();
  await next.stop();
  expect([isRunning(pid), await madeBy(pid)]).toEqual([false, []]);
});

it('what is missing is named, with what to do', async () => {
  const missing = { code: 'configuration', message: expect.stringContaining('AGENT_SERVICE_HOME') };
  await expect(startTestService({ home: folder })).rejects.toMatchObject(missing);
  await expect(startTestService({ clock: 'soon' })).rejects.toThrow('2026-03-01T08:00:00Z');
  await expect(startTestService({ settings: { AMQP_URL: 'amqp://x' } })).rejects.toThrow('AMQP_URL');
  await expect(startTestService({ settings: { LOG_LEVEL: 'loud' } })).rejects.toThrow('LOG_LEVEL');
});

const PROGRAM = `
  import { startTestService } from ${JSON.stringify(TESTING)};
  const first = startTestService();
  // The second one starts a PostgreSQL of its own.
  delete process.env.TEST_DATABASE_URL;
  const services = await Promise.all([first, startTestService()]);
  console.log(JSON.stringify(services.map(({ pid }) => pid)));
  setInterval(() => {}, 1_000);`;
