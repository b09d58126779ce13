import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Pool } from 'pg';

/** If several processes start together, one migrates and the others wait. */
const MIGRATION_LOCK_KEY = 7_221_804_213;

/** Relative to this file, in `src/` as in `dist/`. */
const MIGRATIONS_FOLDER = join(import.meta.dirname, '..', 'prisma', 'migrations');

export class OtherVersionError extends Error {
  constructor() {
    super(
      'The database was made by another version of the service, whose data is not brought over before 1.0: ' +
        'make a new database, or, without DATABASE_URL, name a new folder by DATA_DIR (default .data)',
    );
    this.name = 'OtherVersionError';
  }
}

/**
 * Returns the names of the migrations applied now. Keeps `_prisma_migrations` like Prisma's own migrator, so
 * that `prisma migrate deploy` sees the same history.
 * @throws OtherVersionError if a migration was applied that the folder does not have, or has otherwise.
 */
export async function migrate(databaseUrl: string, folder: string = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // A migration may take long, whatever limits the database's role has.
    await client.query(
      'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0',
    );
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    await client.query(HISTORY_TABLE);
    const applied = await readHistory(client);
    const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
    if ([...applied].some(([name, checksum]) => checksums.get(name) !== checksum))
      throw new OtherVersionError();
    const pending = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the file, in hex, as Prisma records it. */
  checksum: string;
}

/** In their order. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readHistory(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

/** Each database has its own, at random: that of the record of its first migration. */
export async function installationId(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM _prisma_migrations ORDER BY started_at, id LIMIT 1',
  );
  const [first] = rows;
  if (first === undefined) throw new Error('The database has no record of its migration');
  return first.id;
}

async function apply(client: Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), now(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (cause) {
    // Ending the session rolls back.
    throw new Error(`Migration ${migration.name} failed`, { cause });
  }
}

const HISTORY_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;
