import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Hubs that one product under test has at most, over all its restarts. */
const HUB_SLOTS_MAX = 16;

/** What a product needs beside itself, and how its environment says where that is. */
export interface Backend {
  environment: Record<string, string>;
  /** Removes what the product has made there. */
  remove(): Promise<void>;
}

/** Names of its own on a RabbitMQ, so that the product has the broker to itself. */
export function scratchBroker(url: string, retryDelaysMs: readonly number[]): Backend {
  const prefix = `svc-test-${randomBytes(6).toString('hex')}.`;
  noteForRun({ url, prefix, retryDelaysMs });
  return brokerUnder(prefix, url, retryDelaysMs);
}

/** Removes the names that a run of tests has left on brokers, for instance because it was killed. */
export async function removeScratchBrokers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const noted = JSON.parse(await readFile(join(folder, name), 'utf8')) as Noted;
    await brokerUnder(noted.prefix, noted.url, noted.retryDelaysMs).remove();
  }
}

interface Noted {
  url: string;
  prefix: string;
  retryDelaysMs: readonly number[];
}

/** AMQP cannot list names, so each product's names are written down before they are used. */
function noteForRun(noted: Noted): void {
  const folder = process.env['TEST_RUN_FOLDER'];
  if (folder !== undefined) writeFileSync(join(folder, `${noted.prefix}json`), JSON.stringify(noted));
}

function brokerUnder(prefix: string, url: string, retryDelaysMs: readonly number[]): Backend {
  return {
    environment: { AMQP_URL: url, AMQP_PREFIX: prefix },
    async remove() {
      // Imported only here, see `makeScratch`.
      const { EXCHANGES, FIXED_QUEUES, hubQueue, webhookWaitQueue } = await import('@svc/proto-events');
      const { connect } = await import('amqplib');
      const slots = Array.from({ length: HUB_SLOTS_MAX }, (_, index) => `auto-${index + 1}`);
      const queues = [
        ...FIXED_QUEUES,
        ...slots.map((slot) => hubQueue(slot)),
        ...retryDelaysMs.map((delayMs) => webhookWaitQueue(delayMs)),
      ];
      const connection = await connect(url);
      try {
        const channel = await connection.createChannel();
        for (const { name } of queues) await channel.deleteQueue(prefix + name);
        for (const { name } of [...EXCHANGES].reverse()) await channel.deleteExchange(prefix + name);
      } finally {
        await connection.close();
      }
      const folder = process.env['TEST_RUN_FOLDER'];
      if (folder !== undefined) await rm(join(folder, `${prefix}json`), { force: true });
    },
  };
}
