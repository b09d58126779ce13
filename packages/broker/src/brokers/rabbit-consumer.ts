import type { Address, QueueDescriptor } from '@svc/proto-events';
import type { Channel, ConsumeMessage } from 'amqplib';
import type { ConsumeOptions, Consumer, Handler } from '../broker.js';
import { carry } from '../carry.js';
import type { CarryContext, Hands } from '../carry.js';
import type { Counts } from '../counts.js';
import type { Evidence } from '../evidence.js';
import { marksIn } from '../marks.js';
import type { Headers } from '../marks.js';
import type { BrokerLogger } from '../options.js';
import { Pauses } from '../pauses.js';
import { Verdicts } from '../verdicts.js';
import { within } from '../within.js';
import { RabbitAcks } from './rabbit-acks.js';
import { RabbitSubscription } from './rabbit-subscription.js';
import type { RabbitLink } from './rabbit-subscription.js';
import type { RabbitConnection } from './rabbit-connection.js';
import type { RabbitTopology } from './rabbit-topology.js';

/** How long stopping waits for running handlers, in milliseconds. What they have not settled by then, the broker hands out again. */
const HANDLERS_TIMEOUT_MS = 1_500;

export interface RabbitConsumerOptions<Body> extends ConsumeOptions {
  connection: RabbitConnection;
  topology: RabbitTopology;
  logger: BrokerLogger;
  queue: QueueDescriptor<Body>;
  handler: Handler<Body>;
  retryPauseMs: { min: number; max: number };
  counts: Counts;
  evidence: Evidence;
  /** Publishes a message as it is. */
  forward: (to: Address<unknown>, content: Buffer, headers: Headers) => Promise<void>;
}

/** Hands the messages of one queue to a handler and carries each to where it belongs then. */
export class RabbitConsumer<Body> implements Consumer {
  private readonly subscription: RabbitSubscription;
  private readonly verdicts: Verdicts<Body>;
  private readonly context: CarryContext<Body>;
  private readonly reach: Reach;
  private readonly pauses = new Pauses();
  private acks: { link: RabbitLink; of: RabbitAcks } | undefined;
  private running = 0;
  private stopping: Promise<void> | undefined;
  private onIdle: (() => void) | undefined;

  constructor(options: RabbitConsumerOptions<Body>) {
    const { connection, topology, logger, queue, prefetch } = options;
    this.verdicts = new Verdicts(options);
    this.context = { ...options, verdicts: this.verdicts };
    this.reach = {
      acksOf: (link) => this.acksOf(link),
      forward: options.forward,
      pauses: this.pauses,
    };
    this.subscription = new RabbitSubscription({
      connection,
      logger,
      subscribe: async (channel, onMessage) => {
        await topology.declareQueue(channel, queue);
        await channel.prefetch(prefetch);
        return (await channel.consume(topology.nameOf(queue.name), onMessage)).consumerTag;
      },
      onMessage: (message, link) => this.handle(message, link),
    });
  }

  start(): Promise<void> {
    return this.subscription.start();
  }

  isConsuming(): boolean {
    return this.subscription.isOpen();
  }

  stop(): Promise<void> {
    this.stopping ??= this.drain();
    return this.stopping;
  }

  private async drain(): Promise<void> {
    await this.subscription.cancel();
    this.pauses.end();
    if (this.running > 0) {
      const idle = new Promise<void>((resolve) => (this.onIdle = resolve));
      await within(idle, HANDLERS_TIMEOUT_MS);
    }
    this.acks?.of.flush();
    await this.subscription.close();
  }

  private handle(message: ConsumeMessage, link: RabbitLink): void {
    this.running += 1;
    this.acksOf(link).take(message);
    const held = this.verdicts.hold({
      marks: marksIn(message.properties.headers),
      text: message.content.toString('utf8'),
      redelivered: message.fields.redelivered,
      deliveries: deliveriesOf(message),
    });
    void carry(held, new RabbitHands(message, link, this.reach), this.context).then(this.carried);
  }

  private readonly carried = (): void => {
    this.running -= 1;
    if (this.running === 0) this.onIdle?.();
  };

  /** What is settled late, over a channel that is gone, belongs to the broker again, so its acknowledgements need not be remembered. */
  private acksOf(link: RabbitLink): RabbitAcks {
    if (this.acks?.link === link) return this.acks.of;
    const acks = new RabbitAcks((settle) => whileOpen(link, settle));
    if (link.open) this.acks = { link, of: acks };
    return acks;
  }
}

/** What the hands of all messages of a consumer share. */
interface Reach extends Pick<RabbitConsumerOptions<never>, 'forward'> {
  acksOf(link: RabbitLink): RabbitAcks;
  pauses: Pauses;
}

/** What RabbitMQ does with one message. A class, because a hub holds thousands of messages at once, and each would have five functions of its own. */
class RabbitHands implements Hands {
  readonly #message: ConsumeMessage;
  readonly #link: RabbitLink;
  readonly #reach: Reach;

  constructor(message: ConsumeMessage, link: RabbitLink, reach: Reach) {
    this.#message = message;
    this.#link = link;
    this.#reach = reach;
  }

  ack(): void {
    this.#reach.acksOf(this.#link).ack(this.#message);
  }

  reject(): void {
    this.#reach.acksOf(this.#link).reject(this.#message);
  }

  giveBack(): void {
    this.#reach.acksOf(this.#link).giveBack(this.#message);
  }

  forward(to: Address<unknown>, headers: Headers): Promise<void> {
    return this.#reach.forward(to, this.#message.content, headers);
  }

  async pause(pauseMs: number): Promise<boolean> {
    return (await this.#reach.pauses.take(pauseMs)) && this.#link.open;
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

/** How often the message was delivered, this time included; quorum queues count the earlier ones in a header. */
function deliveriesOf(message: ConsumeMessage): number {
  const earlier: unknown = message.properties.headers?.['x-delivery-count'];
  return typeof earlier === 'number' ? earlier + 1 : 1;
}
