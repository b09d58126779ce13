import type { Consumer } from './broker.js';

/** The consumers of a broker that were not stopped yet. */
export class ConsumerSet {
  private readonly consumers = new Set<Consumer>();

  /** Returns a consumer that leaves the set when it is stopped. */
  add(consumer: Consumer): Consumer {
    const member: Consumer = {
      isConsuming: () => consumer.isConsuming(),
      stop: async () => {
        await consumer.stop();
        this.consumers.delete(member);
      },
    };
    this.consumers.add(member);
    return member;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.consumers].map((consumer) => consumer.stop()));
  }
}
