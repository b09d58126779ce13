import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { useScratchDatabase } from './scratch.suite.js';

const PACKAGE = join(import.meta.dirname, '../..');
const PRISMA = createRequire(join(PACKAGE, 'package.json')).resolve('prisma-migrate-diff/build/index.js');

let client: Client;
let folder: string;

// Before the database is dropped.
afterAll(async () => {
  await client.end();
  await rm(folder, { recursive: true });
});
const scratch = useScratchDatabase();
beforeAll(async () => {
  client = new Client({ connectionString: scratch.databaseUrl });
  await client.connect();
  folder = await mkdtemp(join(tmpdir(), 'schema-agreement-'));
  const schema = await readFile(join(PACKAGE, 'prisma', 'schema.prisma'), 'utf8');
  const url = '$&\n  url = "postgresql://not-used"';
  await writeFile(join(folder, 'schema.prisma'), schema.replace('provider = "postgresql"', url));
  await mkdir(join(folder, 'migrations'));
  await writeFile(join(folder, 'migrations', 'migration_lock.toml'), 'provider = "postgresql"\n');
});

/** The script that would bring the database to the schema. */
async function difference(): Promise<string> {
  const diff = ['migrate', 'diff', '--script', '--config', join(PACKAGE, 'migrate-diff.config.ts')];
  const from = ['--from-migrations', join(folder, 'migrations')];
  const to = ['--to-schema-datamodel', join(folder, 'schema.prisma')];
  // Prisma insists on engines that it does not use here, and would download them.
  const engine = process.execPath;
  const env = {
    ...process.env,
    DATABASE_URL: scratch.databaseUrl,
    PRISMA_SCHEMA_ENGINE_BINARY: engine,
    PRISMA_QUERY_ENGINE_LIBRARY: engine,
    PRISMA_QUERY_ENGINE_BINARY: engine,
    PRISMA_FMT_BINARY: engine,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  };
  const args = [PRISMA, ...diff, ...from, ...to];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: PACKAGE, env });
  return stdout.trim();
}

describe('the migrated database and schema.prisma', () => {
  it('agree', async () => {
    expect(await difference()).toBe('-- This is an empty migration.');
  });

  it('begin with a file of events that PostgreSQL does not take for a small one', async () => {
    const { rows } = await client.query<{ bytes: string }>(`SELECT pg_relation_size('event') AS bytes`);
    expect(Number(rows[0]?.bytes)).toBeGreaterThan(100 * 8192);
  });

  it('are told apart when one has what the other lacks', async () => {
    await client.query('ALTER TABLE agent ADD COLUMN odd TEXT; DROP INDEX agent_owner_id_id_idx');
    const script = await difference();
    expect(script).toContain('DROP COLUMN "odd"');
    expect(script).toContain('CREATE INDEX "agent_owner_id_id_idx" ON "agent"("owner_id", "id")');
  });
});
