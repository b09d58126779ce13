import { randomBytes } from 'node:crypto';
import { RabbitBroker } from '@svc/broker';
import { QUOTA_DEFAULTS, SecretBox, WEBHOOK_RETRY_DELAYS_MS_DEFAULT } from '@svc/domain';
import { hubQueue, webhookWaitQueue } from '@svc/proto-events';
import { openStore } from '@svc/store';
import type { Store } from '@svc/store';
import type { Leftovers } from './run-bench.js';
import { openScratch } from './scratch.js';
import type { Scratch } from './scratch.js';

const AMQP_URL = process.env['TEST_AMQP_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672';

/** The slot of the one hub that a measurement has. */
export const HUB_SLOT = 'bench';

/** A database and names on RabbitMQ that are one measurement's own, removed after it. */
export interface Place extends Scratch {
  amqpUrl: string;
  namePrefix: string;
  /** 32 bytes in hex. */
  secretsKey: string;
  broker: RabbitBroker;
}

export async function openPlace(leftovers: Leftovers): Promise<Place> {
  const scratch = await openScratch(leftovers);
  const namePrefix = `svc-bench-${randomBytes(6).toString('hex')}.`;
  const broker = new RabbitBroker({ url: AMQP_URL, namePrefix, publishTimeoutMs: 60_000 });
  await broker.start();
  leftovers.later(async () => {
    await broker.stop();
    await broker.deleteTopology();
  });
  // What is declared here is what goes in the end, whoever else declares it meanwhile.
  for (const queue of [hubQueue(HUB_SLOT), ...WEBHOOK_RETRY_DELAYS_MS_DEFAULT.map(webhookWaitQueue)]) {
    await broker.declareQueue(queue);
  }
  return {
    ...scratch,
    amqpUrl: AMQP_URL,
    namePrefix,
    secretsKey: randomBytes(32).toString('hex'),
    broker,
  };
}

/** The store of a place, closed after the measurement. Any number of triggers may wait in it. */
export function openStoreOf(place: Place, leftovers: Leftovers): Store {
  const box = new SecretBox(Buffer.from(place.secretsKey, 'hex'));
  const quotas = { ...QUOTA_DEFAULTS, triggers_waiting_per_agent: 0 };
  const store = openStore({ databaseUrl: place.databaseUrl, box, quotas });
  leftovers.later(() => store.close());
  return store;
}
