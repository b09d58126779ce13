import { randomBytes } from 'node:crypto';
import { EXCHANGES, FIXED_QUEUES, hubQueue, webhookWaitQueue } from '@svc/proto-events';
import { connect } from 'amqplib';

/** Hubs that one product under test has at most, over all its restarts. */
const HUB_SLOTS_MAX = 16;

export interface ScratchBroker {
  url: string;
  /** Stands before every name, so that the product has the broker to itself. */
  prefix: string;
  /** Removes what the product declared. */
  remove(): Promise<void>;
}

/** A place of its own on a RabbitMQ. */
export function scratchBroker(url: string, retryDelaysMs: readonly number[]): ScratchBroker {
  const prefix = `svc-test-${randomBytes(6).toString('hex')}.`;
  const slots = Array.from({ length: HUB_SLOTS_MAX }, (_, index) => `auto-${index + 1}`);
  const queues = [
    ...FIXED_QUEUES,
    ...slots.map((slot) => hubQueue(slot)),
    ...retryDelaysMs.map((delayMs) => webhookWaitQueue(delayMs)),
  ];
  return {
    url,
    prefix,
    async remove() {
      const connection = await connect(url);
      try {
        const channel = await connection.createChannel();
        for (const { name } of queues) await channel.deleteQueue(prefix + name);
        for (const { name } of [...EXCHANGES].reverse()) await channel.deleteExchange(prefix + name);
      } finally {
        await connection.close();
      }
    },
  };
}
