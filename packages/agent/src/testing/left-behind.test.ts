/** @only-in-all Starts servers of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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
  const { rows } = await server.query<{ datname: string }>(sql, [`_of_${pid}$`]);
  const isFolder = new RegExp(`_of_${pid}_`);
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

it('a process that is killed leaves no service, database or folder behind', async () => {
  const tests = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TEST_DATABASE_URL: SERVER_URL },
  });
  children.push(tests);
  const [line] = (await once(createInterface({ input: tests.stdout }), 'line')) as [string];
  const [first = 0, second = 0] = JSON.parse(line) as number[];
  expect(await madeBy(first)).toHaveLength(2);
  expect(await madeBy(second)).toHaveLength(1);
  tests.kill('SIGKILL');
  const left = async () => {
    const made = [...(await madeBy(first)), ...(await madeBy(second))];
    return [...[first, second].filter(isRunning), ...made];
  };
  await eventually(left, ({ length }) => length === 0, LONG);
});

it('a service that is stopped has ended, and has removed what it made; what it logs is told', async () => {
  const log: string[] = [];
  const settings = { LOG_LEVEL: 'debug' };
  const service = await startTestService({ database: SERVER_URL, settings, log: (line) => log.push(line) });
  const isTold = async () => log.some((line) => line.includes('/api/auth/sign-up/email'));
  await eventually(isTold, Boolean, LONG);
  const { pid } = service;
  expect(await madeBy(pid)).toHaveLength(2);
  await service.stop();
  await service.stop();
  expect([isRunning(pid), await madeBy(pid)]).toEqual([false, []]);
});

it('what is missing is named, with what to do', async () => {
  const missing = { code: 'configuration', message: expect.stringContaining('AGENT_SERVICE_HOME') };
  await expect(startTestService({ home: folder })).rejects.toMatchObject(missing);
  await expect(startTestService({ clock: 'soon' })).rejects.toThrow('2026-03-01T08:00:00Z');
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
