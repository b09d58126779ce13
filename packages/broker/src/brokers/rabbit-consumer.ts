import type { Channel, ConsumeMessage } from 'amqplib';
import type { Consumer } from '../broker.js';
import { dispositionOf } from '../handling.js';
import type { Handling } from '../handling.js';
import { Pauses } from '../pauses.js';
import { within } from '../within.js';
import { RabbitAcks } from './rabbit-acks.js';
import { RabbitSubscription } from './rabbit-subscription.js';
import type { RabbitLink } from './rabbit-subscription.js';
import type { RabbitConnection } from './rabbit-connection.js';
import type { RabbitTopology } from './rabbit-topology.js';

/** How long stopping waits for running handlers, in milliseconds. What they have not settled by then, the broker hands out again. */
const HANDLERS_TIMEOUT_MS = 1_500;

export interface RabbitConsumerOptions<Body> extends Handling<Body> {
  connection: RabbitConnection;
  topology: RabbitTopology;
  prefetch: number;
}

/** Hands the messages of one queue to a handler. */
export class RabbitConsumer<Body> implements Consumer {
  readonly #handling: Handling<Body>;
  readonly #subscription: RabbitSubscription;
  readonly #pauses = new Pauses();
  #acks: { link: RabbitLink; of: RabbitAcks } | undefined;
  #running = 0;
  #stopping: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

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
      onMessage: (message, link) => void this.#handle(message, link),
    });
  }

  start(): Promise<void> {
    return this.#subscription.start();
  }

  isConsuming(): boolean {
    return this.#subscription.isOpen();
  }

  stop(): Promise<void> {
    return (this.#stopping ??= this.#drain());
  }

  async #handle(message: ConsumeMessage, link: RabbitLink): Promise<void> {
    this.#running += 1;
    this.#acksOf(link).take(message);
    const pause = async (pauseMs: number): Promise<boolean> =>
      (await this.#pauses.take(pauseMs)) && link.open;
    const disposition = await dispositionOf(message.content.toString('utf8'), pause, this.#handling);
    // What is settled late, over a channel that is gone, belongs to the broker again, so its acknowledgement need not be remembered.
    this.#acksOf(link)[disposition](message);
    this.#running -= 1;
    if (this.#running === 0) this.#onIdle?.();
  }

  async #drain(): Promise<void> {
    this.#pauses.end();
    await this.#subscription.cancel();
    if (this.#running > 0) {
      const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
      await within(idle, HANDLERS_TIMEOUT_MS);
    }
    this.#acks?.of.flush();
    await this.#subscription.close();
  }

  #acksOf(link: RabbitLink): RabbitAcks {
    if (this.#acks?.link === link) return this.#acks.of;
    const acks = new RabbitAcks((settle) => whileOpen(link, settle));
    if (link.open) this.#acks = { link, of: acks };
    return acks;
  }
}

/** A message whose channel is gone is the broker's again, so there is nothing to settle. */
function whileOpen(link: RabbitLink, settle: (channel: Channel) => void): void {
  if (!link.open) return;
  try {
    settle(link.channel);
  } catch {
    // amqplib throws on a channel that is closing and has not said so yet; the message goes back all the same.
  }
}
