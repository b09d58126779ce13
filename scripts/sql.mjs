/**
 * `npm run sql`: writes the TypeScript of `packages/store/sql`, as PostgreSQL describes it; `--check` only
 * compares. `npm run sql -- <noun>/<statement>`: prints it and its plan, on the rows of `seed.sql`.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { writeGenerated } from '../proto-events/generated-files.mjs';
import { prepare } from './preparation/prepare.mjs';
import { repositoryRoot } from './preparation/processes.mjs';
import { giveUp } from './preparation/progress.mjs';
import { readStatements, writeStatements } from './sql/statements.mjs';

const root = repositoryRoot();
const folder = join(root, 'packages/store/src/database/statements/generated');
const wanted = process.argv.slice(2).find((word) => !word.startsWith('--'));
const statements = readStatements(join(root, 'packages/store/sql'));
const chosen = statements.find(({ noun, name }) => `${noun}/${name}` === wanted);
if (wanted !== undefined && chosen === undefined) giveUp(`There is no packages/store/sql/${wanted}.sql`);

const { url, stop } = await findServer(process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL);
try {
  await inNewDatabase(url, async (client) => {
    if (chosen !== undefined) return process.stdout.write(await explained(client, chosen));
    const files = await writeStatements(client, statements);
    if (!process.argv.includes('--check'))
      for (const name of readdirSync(folder)) if (!(name in files)) rmSync(join(folder, name));
    await writeGenerated(folder, files);
  });
} finally {
  await stop();
}

/** The statement and its plan for any values. */
async function explained(client, { noun, name, comment, takes, text }) {
  await client.query(readFileSync(join(import.meta.dirname, 'sql/seed.sql'), 'utf8'));
  await client.query(`PREPARE explained AS ${text}`);
  await client.query('SET plan_cache_mode = force_generic_plan');
  const values = takes.length === 0 ? '' : `(${takes.map(() => 'NULL').join(', ')})`;
  const { rows } = await client.query(`EXPLAIN (VERBOSE off) EXECUTE explained ${values}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  return `-- ${noun}/${name}: ${comment.join(' ')}\n${text}\n\n${plan}\n`;
}

async function findServer(named) {
  if (named !== undefined) return { url: named, stop: async () => undefined };
  await prepare();
  return (await import('./testing/postgres.mjs')).startEmbedded();
}

async function inNewDatabase(serverUrl, work) {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  const name = `svc_sql_${process.pid}`;
  await server.query(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  try {
    await client.connect();
    const migrations = join(root, 'packages/store/prisma/migrations');
    for (const entry of readdirSync(migrations, { withFileTypes: true }))
      if (entry.isDirectory())
        await client.query(readFileSync(join(migrations, entry.name, 'migration.sql'), 'utf8'));
    await work(client);
  } finally {
    await client.end();
    await server.query(`DROP DATABASE ${name}`);
    await server.end();
  }
}
