import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, Secret, serviceGroup } from '@svc/runtime';
import { createScratchDatabase } from '@svc/store';
import { composeAllInOne } from './compose.js';
import type { AllInOneOverrides } from './compose.js';
import { readAllInOneConfig } from './env.js';

export interface Constellation {
  url: string;
  /** Drains all services and removes database and files. Idempotent. */
  stop(): Promise<void>;
}

const DATABASE_SERVER_URL =
  process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/**
 * All services in this process, on a database of their own and the broker in memory, for tests of their cooperation.
 *
 * @param settings environment variables beyond the product's defaults, such as `WEBHOOK_RETRY_DELAYS_MS`.
 * @param overrides parts that a test replaces.
 */
export async function startConstellation(
  settings: Record<string, string> = {},
  overrides: AllInOneOverrides = {},
): Promise<Constellation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-service-constellation-'));
  const database = await createScratchDatabase(DATABASE_SERVER_URL);
  const config = readAllInOneConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_CONNECTIONS_MAX: '8',
    ...settings,
  });
  const logger = createLogger({ service: 'constellation', level: 'silent' });
  const sealing = { keys: [new Secret(randomBytes(32).toString('hex'))], lostKeyIds: [] };
  const { databaseUrl } = database;
  const { services, server } = composeAllInOne(config, { databaseUrl, sealing, logger }, overrides);
  const group = serviceGroup('constellation', services, logger);
  let stopping: Promise<void> | undefined;

  async function end(): Promise<void> {
    await group.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
  const stop = (): Promise<void> => (stopping ??= end());

  try {
    await group.start();
    return { url: server.address().url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
