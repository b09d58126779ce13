import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scratchBroker } from './scratch-broker.js';
import type { Backend } from './scratch-broker.js';

/** How the product runs: all in one process with a broker in memory, or as several processes on RabbitMQ. */
export type ProductMode = 'all-in-one' | 'services';

/**
 * Where the database of a product is: on the server of its own that all in one starts, or on the tests'
 * server. That one flushes nothing to the disk, so a busy disk cannot hold a heartbeat up for too long.
 */
export type DatabaseOwner = 'own' | 'tests';

/** The database, broker, files and port of one product under test. */
export interface ProductScratch {
  url: string;
  dataDir: string;
  /** Where `npm run services` lists its processes. */
  stateFile: string;
  environment: Record<string, string>;
  /** Removes database, queues and files. */
  remove(): Promise<void>;
}

interface WantedScratch {
  mode: ProductMode;
  database: DatabaseOwner;
  retryDelaysMs: readonly number[];
}

const DATABASE_SERVER_URL =
  process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const BROKER_URL = process.env['TEST_AMQP_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672';

export async function makeScratch({ mode, database, retryDelaysMs }: WantedScratch): Promise<ProductScratch> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-service-test-'));
  // Under root the database runs as another user, who must be able to enter this folder.
  await chmod(folder, 0o755);
  // Imported only here, like the store below: each test file loads its imports again, and few need these.
  const { reservePort } = await import('@svc/runtime');
  // The product may be stopped for a while, and start on its port again.
  const { port, release } = await reservePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = join(folder, 'data');
  const backends = [
    ...(mode === 'services' || database === 'tests' ? [await scratchDatabase()] : []),
    ...(mode === 'services' ? [scratchBroker(BROKER_URL, retryDelaysMs)] : []),
  ];
  return {
    url,
    dataDir,
    stateFile: join(folder, 'services.json'),
    environment: {
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_BASE_URL: url,
      DATA_DIR: dataDir,
      SERVICES_STATE_FILE: join(folder, 'services.json'),
      ...Object.fromEntries(backends.flatMap(({ environment }) => Object.entries(environment))),
    },
    async remove() {
      release();
      for (const backend of backends) await backend.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function scratchDatabase(): Promise<Backend> {
  const { createScratchDatabase } = await import('@svc/store');
  const { databaseUrl, drop } = await createScratchDatabase(DATABASE_SERVER_URL);
  return { environment: { DATABASE_URL: databaseUrl }, remove: drop };
}
