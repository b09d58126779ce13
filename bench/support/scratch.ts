import { randomBytes } from 'node:crypto';
import { RabbitBroker } from '@svc/broker';
import { WEBHOOK_RETRY_DELAYS_MS_DEFAULT } from '@svc/domain';
import { hubQueue, webhookWaitQueue } from '@svc/proto-events';
import { createScratchDatabase } from '@svc/store';
import { Client } from 'pg';
import type { Leftovers } from './run-bench.js';

const DATABASE_SERVER_URL =
  process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const AMQP_URL = process.env['TEST_AMQP_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672';

/** That of the first hub on a new database. */
export const HUB_SLOT = 'auto-1';

/** A database that is one measurement's own, removed after it. */
export interface Scratch {
  databaseUrl: string;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

export interface Backends extends Scratch {
  /** The settings of services that use them. */
  settings: Record<string, string>;
  /** 32 bytes in hex. */
  secretsKey: string;
  broker: RabbitBroker;
}

export async function openScratch(leftovers: Leftovers): Promise<Scratch> {
  const { databaseUrl, drop } = await createScratchDatabase(DATABASE_SERVER_URL);
  leftovers.later(drop);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  leftovers.later(() => client.end());
  const sql: Scratch['sql'] = async (text, values) =>
    (await client.query<Record<string, unknown>>(text, values)).rows;
  return { databaseUrl, sql };
}

export async function openBackends(leftovers: Leftovers): Promise<Backends> {
  const scratch = await openScratch(leftovers);
  const namePrefix = `svc-bench-${randomBytes(6).toString('hex')}.`;
  const broker = new RabbitBroker({ url: AMQP_URL, namePrefix });
  await broker.start();
  leftovers.later(async () => {
    await broker.stop();
    await broker.deleteTopology();
  });
  // What is declared here is what goes in the end, whoever else declares it meanwhile.
  for (const queue of [hubQueue(HUB_SLOT), ...WEBHOOK_RETRY_DELAYS_MS_DEFAULT.map(webhookWaitQueue)])
    await broker.declareQueue(queue);
  const secretsKey = randomBytes(32).toString('hex');
  const settings = {
    DATABASE_URL: scratch.databaseUrl,
    AMQP_URL,
    AMQP_PREFIX: namePrefix,
    SECRETS_KEY: secretsKey,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  };
  return { ...scratch, settings, secretsKey, broker };
}
