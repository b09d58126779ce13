import type { BrokerStats, PoisonReason } from './broker.js';

const HUB_QUEUE = /^hub\./;

/** What became of messages that consumers were given. */
export class Counts {
  consumedCount = 0;
  private readonly poisoned = new Map<string, { queue: string; reason: PoisonReason; count: number }>();

  consumed(): void {
    this.consumedCount += 1;
  }

  poison(queueName: string, reason: PoisonReason): void {
    // Slots come and go, and each would be a series of its own in the metrics.
    const queue = HUB_QUEUE.test(queueName) ? 'hub' : queueName;
    const key = `${reason} ${queue}`;
    const known = this.poisoned.get(key) ?? { queue, reason, count: 0 };
    known.count += 1;
    this.poisoned.set(key, known);
  }

  stats(): Pick<BrokerStats, 'consumed' | 'poison' | 'poisonBy'> {
    const poisonBy = [...this.poisoned.values()].map((entry) => ({ ...entry }));
    const poison = poisonBy.reduce((sum, { count }) => sum + count, 0);
    return { consumed: this.consumedCount, poison, poisonBy };
  }
}
