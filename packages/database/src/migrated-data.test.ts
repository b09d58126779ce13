import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Client } from 'pg';
import { migrate, MIGRATIONS_FOLDER, readMigrations } from './migrate.js';
import { scratchName } from './scratch-database.js';
import { TEST_SERVER_URL } from './scratch.suite.js';

/** The last migration of the version before. */
const BEFORE = '20261121140000_pending_runs';

/** A row of each table that the newer migrations change. */
const DATA = `
  INSERT INTO "user" (id, name, email, updated_at) VALUES ('u', 'Ursula', 'u@example.org', now());
  INSERT INTO agent (id, owner_id, agent_name, kind, secret_hash, secret_sealed) VALUES ('a', 'u', 'Ada', 'interactive', '', '');
  INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, updated_at) VALUES ('t', 'a', 'Mail', 'Read', 'event', 'event', now());
  INSERT INTO task_run (id, task_id, agent_id, status, origin)
    VALUES ('r1', 't', 'a', 'pending', 'trigger'), ('r2', 't', 'a', 'running', 'trigger'), ('r3', 't', 'a', 'completed', 'trigger');`;

it('a database of the version before keeps its data, none of which counts as deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrated-data-'));
  const server = new Client({ connectionString: TEST_SERVER_URL });
  await server.connect();
  const name = scratchName(TEST_SERVER_URL);
  const url = new URL(TEST_SERVER_URL);
  url.pathname = `/${name}`;
  await server.query(`CREATE DATABASE ${name}`);
  try {
    for (const migration of await readMigrations()) {
      if (migration.name > BEFORE) continue;
      await cp(join(MIGRATIONS_FOLDER, migration.name), join(folder, migration.name), { recursive: true });
    }
    await migrate(url.href, folder);
    const client = new Client({ connectionString: url.href });
    await client.connect();
    await client.query(DATA);
    expect((await migrate(url.href)).every((applied) => applied > BEFORE)).toBe(true);
    const { rows } = await client.query(
      `SELECT r.id, r.touched_at = r.started_at AS touched FROM task_run r
         JOIN task t ON t.id = r.task_id JOIN agent a ON a.id = t.agent_id JOIN "user" u ON u.id = a.owner_id
        WHERE t.deleted_at IS NULL AND a.deleted_at IS NULL AND u.deleted_at IS NULL ORDER BY r.id`,
    );
    await client.end();
    // Nobody knows what was done with a run that is under way.
    expect(rows).toEqual([
      { id: 'r1', touched: null },
      { id: 'r2', touched: true },
      { id: 'r3', touched: null },
    ]);
  } finally {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.end();
    await rm(folder, { recursive: true });
  }
});
