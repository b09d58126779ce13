import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDatabase } from '@svc/edge-proxy';
import { say } from '../preparation/progress.mjs';

/** Tests side by side have several hundred connections. */
const CONNECTIONS_MAX = '500';

/**
 * The server that `TEST_DATABASE_URL` or `DATABASE_URL` names, or an embedded one. A named server that does
 * not answer is an error, never a reason to take another.
 */
export async function findPostgres(env) {
  const named = env.TEST_DATABASE_URL ?? env.DATABASE_URL;
  if (!named) return startEmbedded();
  const problem = await ensureDatabase(named);
  if (problem) throw new Error(`The PostgreSQL of the environment does not answer: ${problem.message}`);
  say('PostgreSQL: the one that the environment names.');
  return { url: named, stop: async () => undefined };
}

/** A server from the binaries that `npm start` runs on, with a folder of its own that goes with it. */
export async function startEmbedded() {
  // Imported only here: all services come with it.
  const { LocalPostgres } = await import('@svc/all-in-one');
  const folder = await mkdtemp(join(tmpdir(), 'agent-service-postgres-'));
  // Under root the server runs as another user, who has to get in here.
  await chmod(folder, 0o755);
  // A test has nothing that should survive a power cut.
  const settings = {
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal' },
    ...{ max_wal_senders: '0', autovacuum: 'off' },
    max_connections: CONNECTIONS_MAX,
  };
  const server = new LocalPostgres({ dataDir: join(folder, 'data'), settings });
  await server.start();
  say('PostgreSQL: an embedded one, for this run only.');
  return {
    url: server.superuserUrl,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
