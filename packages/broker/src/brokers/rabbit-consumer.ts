import type { ConsumeMessage } from 'amqplib';
import type { Consumer, Handling } from '../broker.js';
import { outcomeOf } from '../broker.js';
import { RabbitSubscription } from './rabbit-subscription.js';
import type { RabbitLink } from './rabbit-subscription.js';
import type { RabbitConnection } from './rabbit-connection.js';
import type { RabbitTopology } from './rabbit-topology.js';

export interface RabbitConsumerOptions<Body> extends Handling<Body> {
  connection: RabbitConnection;
  topology: RabbitTopology;
  prefetch: number;
}

/** The acknowledgements of one tick of the event loop leave as one (AMQP 0-9-1, `basic.ack`, `multiple`). */
export class RabbitConsumer<Body> implements Consumer {
  readonly #handling: Handling<Body>;
  readonly #subscription: RabbitSubscription;
  /** The newest message that is handled and not acknowledged; all before it are handled too. */
  #handled: { message: ConsumeMessage; link: RabbitLink } | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: RabbitConsumerOptions<Body>) {
    const { connection, topology, logger, queue, prefetch } = options;
    this.#handling = options;
    this.#subscription = new RabbitSubscription({
      connection,
      logger,
      subscribe: async (channel, onMessage) => {
        await topology.declareQueue(channel, queue);
        await channel.prefetch(prefetch);
        return (await channel.consume(topology.nameOf(queue.name), onMessage)).consumerTag;
      },
      onMessage: (message, link) => this.#handle(message, link),
    });
  }

  start(): Promise<void> {
    return this.#subscription.start();
  }

  isConsuming(): boolean {
    return this.#subscription.isOpen();
  }

  stop(): Promise<void> {
    return (this.#stopping ??= this.#end());
  }

  #handle(message: ConsumeMessage, link: RabbitLink): void {
    const outcome = outcomeOf(message.content.toString('utf8'), this.#handling);
    if (outcome === 'reject') return whileOpen(link, () => link.channel.reject(message, false));
    if (!this.#handled) setImmediate(() => this.#acknowledge());
    this.#handled = { message, link };
  }

  #acknowledge(): void {
    const handled = this.#handled;
    this.#handled = undefined;
    if (handled) whileOpen(handled.link, () => handled.link.channel.ack(handled.message, true));
  }

  async #end(): Promise<void> {
    await this.#subscription.cancel();
    this.#acknowledge();
    await this.#subscription.close();
  }
}

/** A message whose channel is gone is the broker's again, so there is nothing to settle. */
function whileOpen(link: RabbitLink, settle: () => void): void {
  if (!link.open) return;
  try {
    settle();
  } catch {
    // amqplib throws on a channel that is closing and has not said so yet.
  }
}
