import { randomBytes } from 'node:crypto';
import { RabbitBroker } from './brokers/rabbit.js';

export const TEST_AMQP_URL = process.env['TEST_AMQP_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672';

export interface RabbitUnderTest {
  broker: RabbitBroker;
  /** The name that something of the topology has on the broker. */
  nameOf(name: string): string;
  /** Stops the broker and deletes its exchanges and queues. */
  end(): Promise<void>;
}

/** A started broker under names that nobody else uses. */
export async function openRabbit(url = TEST_AMQP_URL): Promise<RabbitUnderTest> {
  const namePrefix = `test-${randomBytes(6).toString('hex')}.`;
  const broker = new RabbitBroker({ url, namePrefix });
  await broker.start();
  return {
    broker,
    nameOf: (name) => namePrefix + name,
    end: async () => {
      await broker.stop();
      await broker.deleteTopology();
    },
  };
}
