import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createScratchDatabase } from './scratch-database.js';
import type { ScratchDatabase } from './scratch-database.js';
import { TEST_SERVER_URL } from './scratch.suite.js';

const PACKAGE = join(import.meta.dirname, '../..');
const PRISMA = createRequire(join(PACKAGE, 'package.json')).resolve('prisma-migrate-diff/build/index.js');

/** What Prisma's schema cannot express, and the migration adds. Prisma does not see them, so they are compared here. */
const PARTIAL_INDEXES = [
  'account_export_expires_idx',
  'account_export_open_idx',
  'agent_counter_due_idx',
  'agent_deleted_idx',
  'agent_previous_sealed_with_idx',
  'agent_sealed_with_idx',
  'agent_session_revoke_idx',
  'agent_signing_sealed_with_idx',
  'audit_entry_address_idx',
  'audit_entry_user_id_key_id_id_idx',
  'conversation_deleted_at_idx',
  'conversation_emptied_idx',
  'conversation_of_agent_idx',
  'conversation_of_user_idx',
  'conversation_pinned_idx',
  'decision_agent_id_key_key',
  'decision_expiry_idx',
  'decision_reminder_idx',
  'erasure_conversation_id_idx',
  'erasure_finished_idx',
  'event_due_idx',
  'event_ended_at_idx',
  'event_failed_idx',
  'event_handed_out_idx',
  'event_in_flight_idx',
  'event_listed_idx',
  'event_open_idx',
  'event_subject_idx',
  'event_untriggered_idx',
  'idempotency_key_answer_sealed_with_idx',
  'media_conversation_id_idx',
  'media_expired_idx',
  'media_kept_idx',
  'replay_due_idx',
  'task_deleted_idx',
  'task_due_by_agent_idx',
  'task_run_due_idx',
  'task_run_finished_idx',
  'task_run_left_by_id_idx',
  'task_run_occurrence_key',
  'task_run_overdue_idx',
  'task_run_progress_idx',

  'trigger_sealed_with_idx',
  'trigger_sender_sealed_with_idx',
  'upload_coming_idx',
  'upload_ended_idx',
  'upload_waiting_idx',
  'user_deleted_idx',
  'webhook_breaker_closed_idx',
];

let scratch: ScratchDatabase;
let client: Client;
let folder: string;

beforeAll(async () => {
  scratch = await createScratchDatabase(TEST_SERVER_URL);
  client = new Client({ connectionString: scratch.databaseUrl });
  await client.connect();
  folder = await mkdtemp(join(tmpdir(), 'schema-agreement-'));
  const schema = await readFile(join(PACKAGE, 'prisma', 'schema.prisma'), 'utf8');
  const url = '$&\n  url = "postgresql://not-used"';
  await writeFile(join(folder, 'schema.prisma'), schema.replace('provider = "postgresql"', url));
  await mkdir(join(folder, 'migrations'));
  await writeFile(join(folder, 'migrations', 'migration_lock.toml'), 'provider = "postgresql"\n');
});

afterAll(async () => {
  await client.end();
  await scratch.drop();
  await rm(folder, { recursive: true });
});

/** The script that would bring the database to the schema. */
function difference(): Promise<string> {
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
  return new Promise((resolve, reject) =>
    execFile(
      process.execPath,
      [PRISMA, ...diff, ...from, ...to],
      { cwd: PACKAGE, env },
      (error, stdout, stderr) =>
        error === null ? resolve(stdout.trim()) : reject(new Error(stderr, { cause: error })),
    ),
  );
}

describe('the migrated database and schema.prisma', () => {
  it('agree', async () => {
    expect(await difference()).toBe('-- This is an empty migration.');
  });

  it('differ in no index but the partial ones that stand in the migration alone', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index
        WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
          AND (indpred IS NOT NULL OR indexprs IS NOT NULL) ORDER BY 1`,
    );
    expect(rows.map((row) => row.name)).toEqual(PARTIAL_INDEXES);
  });

  it('begin with a file of events that PostgreSQL does not take for a small one', async () => {
    const { rows } = await client.query<{ bytes: string }>(`SELECT pg_relation_size('event') AS bytes`);
    expect(Number(rows[0]?.bytes)).toBeGreaterThan(100 * 8192);
  });

  it('are told apart when one has what the other lacks', async () => {
    await client.query(
      'BEGIN; ALTER TABLE agent ADD COLUMN odd TEXT; DROP INDEX agent_owner_id_id_idx; COMMIT',
    );
    const script = await difference();
    expect(script).toContain('DROP COLUMN "odd"');
    expect(script).toContain('CREATE INDEX "agent_owner_id_id_idx" ON "agent"("owner_id", "id")');
  });
});
