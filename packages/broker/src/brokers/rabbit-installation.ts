import type { Channel } from 'amqplib';
import { InstallationConflictError } from '../broker.js';

/**
 * Marks the exchanges and queues under one prefix as an installation's, for as long as one of its services is connected.
 *
 * The mark is an exchange through which nothing flows. Its alternate exchange, which need not exist, carries the installation's id: RabbitMQ
 * refuses to declare an exchange again with another one (AMQP 0-9-1, 406) and names both, so of two installations that come at once only one succeeds.
 * Each connection keeps the exchange alive by a queue of its own, and RabbitMQ removes the exchange with the last of them. So a new database finds
 * the broker free. Messages that the old one left in queues name events that the new database does not have, and are ignored.
 */
export class RabbitInstallation {
  readonly #marker: string;
  readonly #id: () => Promise<string>;
  #known: string | undefined;

  constructor(options: { prefix: string; id: () => Promise<string> }) {
    this.#marker = `${options.prefix}installation`;
    this.#id = options.id;
  }

  /** @throws InstallationConflictError if another installation was here first. The channel is closed then. */
  async claim(channel: Channel): Promise<void> {
    this.#known ??= await this.#id();
    const own = this.#known;
    try {
      await channel.assertExchange(this.#marker, 'fanout', {
        durable: false,
        autoDelete: true,
        internal: true,
        alternateExchange: `${ID_PREFIX}${own}`,
      });
      // The queue lives as long as the connection, however many channels there are. Nothing is ever in it.
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: false, durable: false });
      await channel.bindQueue(queue, this.#marker, '');
    } catch (error) {
      const other = otherIdIn(error);
      throw other === null ? error : new InstallationConflictError({ own, other, marker: this.#marker });
    }
  }

  async leave(channel: Channel): Promise<void> {
    await channel.deleteExchange(this.#marker);
  }
}

const ID_PREFIX = 'installation.';

/** RabbitMQ says `received 'installation.a' but current is 'installation.b'`. */
function otherIdIn(error: unknown): string | null {
  if (!(error instanceof Error) || !error.message.includes('alternate-exchange')) return null;
  return /but current is '(?:installation\.)?([^']*)'/.exec(error.message)?.[1] ?? null;
}
