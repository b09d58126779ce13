/** @only-in-all Of a script, and changed with it. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScratchDatabase } from '@svc/store';
import { Client } from 'pg';

const REPOSITORY = join(import.meta.dirname, '..');
const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

const refused = (...problems: unknown[]) => ({ status: 78, stdout: '', problems });

describe('a wrong value', () => {
  it('stops npm run services before anything starts, with one message that names every problem once', () => {
    const ended = run('scripts/services.mjs', {
      ...{ WEBHOOK_TIMEOUT_MS: 'abc', HUB_SOCKETS_MAX: 'x', TRUSTED_PROXIES: 'everybody', HUBS: '0' },
      ...{ DATABASE_URL: 'nowhere', PUBLIC_BASE_URL: 'https://agents.example/console' },
    });
    expect(ended).toEqual(
      refused(
        'DATABASE_URL must be an absolute URL',
        'HUBS must be a whole number from 1 to 32',
        'HUB_SOCKETS_MAX must be a whole number from 1 to 9007199254740991',
        'PUBLIC_BASE_URL must be an address without path, query or fragment, such as https://agents.example.com',
        'TRUSTED_PROXIES must be networks such as 10.0.0.0/8, separated by commas',
        'WEBHOOK_TIMEOUT_MS must be a whole number from 1 to 600000',
      ),
    );
  });

  it.each(['start', 'dev'])('stops npm run %s', (command) => {
    const ended = run(`scripts/${command}.mjs`, { WEBHOOK_TIMEOUT_MS: 'abc', LOG_LEVEL: 'loud' });
    expect(ended).toEqual(
      refused(expect.stringMatching(/^LOG_LEVEL/), expect.stringMatching(/^WEBHOOK_TIMEOUT_MS/)),
    );
  });

  it('stops the migration, which is the first container to see it', () => {
    const ended = run('packages/standalone/dist/migrate-main.js', { DATABASE_URL: 'nowhere' });
    expect(ended).toEqual(refused('DATABASE_URL must be an absolute URL'));
  });

  it('stops a service that runs by itself, as in a container', () => {
    const ended = run('services/scheduler/dist/main.js', { PORT: '-1', AMQP_URL: 'amqp://broker' });
    const port = expect.stringMatching(/^PORT/);
    expect(ended).toEqual(refused('DATABASE_URL is required', port, 'SECRETS_KEY is required'));
  });
});

describe('a database of another version', () => {
  it.each([
    ['the migration', 'packages/standalone/dist/migrate-main.js'],
    ['all in one', 'services/all-in-one/dist/main.js'],
  ])('stops %s with one sentence that says what to do', async (_name, script) => {
    const { databaseUrl, drop } = await createScratchDatabase(SERVER_URL);
    const dataDir = await mkdtemp(join(tmpdir(), 'other-version-'));
    try {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      await client.query(`UPDATE _prisma_migrations SET migration_name = '20251101000000_other'`);
      await client.end();
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0' };
      const ended = spawnSync(process.execPath, [script], { cwd: REPOSITORY, env, encoding: 'utf8' });
      expect(ended.status).toBe(78);
      const said = ended.stdout + ended.stderr;
      expect(said).toContain('make a new database, or, without DATABASE_URL, name a new folder by DATA_DIR');
      expect(said).not.toMatch(/^\s*at /m);
    } finally {
      await drop();
      await rm(dataDir, { recursive: true });
    }
  });
});

/** Runs a script with nothing but this environment. `problems` is all that its one message names, in order. */
function run(script: string, env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    cwd: REPOSITORY,
    env: { PATH, HOME, ...env },
    encoding: 'utf8',
  });
  expect(stderr.split('✗')).toHaveLength(2);
  const message = /^✗ The configuration has \d+ problems?:\n((?: {2}- .*\n)+)\n*$/m.exec(stderr);
  const problems = (message?.[1] ?? stderr).split('\n').filter((line) => line !== '');
  return { status, stdout, problems: problems.map((line) => line.replace('  - ', '')).sort() };
}
