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
  private readonly pauses = new Pauses();
  private acks: { link: RabbitLink; of: RabbitAcks } | undefined;
  private running = 0;
  private stopping: Promise<void> | undefined;
  private onIdle: (() => void) | undefined;

  constructor(private readonly options: RabbitConsumerOptions<Body>) {
    const { connection, topology, logger, queue, prefetch } = options;
    this.verdicts = new Verdicts(options);
    this.context = { ...options, verdicts: this.verdicts };
    this.subscription = new RabbitSubscription({
      connection,
      logger,
      subscribe: async (channel, onMessage) => {
        await topology.declareQueue(channel, queue);
        await channel.prefetch(prefetch);
        return (await channel.consume(topology.nameOf(queue.name), onMessage)).consumerTag;
      },
      onMessage: (message, link) => void this.handle(message, link),
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

  private async handle(message: ConsumeMessage, link: RabbitLink): Promise<void> {
    this.running += 1;
    this.acksOf(link).take(message);
    const held = this.verdicts.hold({
      ...marksIn(message.properties.headers),
      text: message.content.toString('utf8'),
      redelivered: message.fields.redelivered,
      deliveries: deliveriesOf(message),
    });
    await carry(held, this.handsOn(message, link), this.context);
    this.running -= 1;
    if (this.running === 0) this.onIdle?.();
  }

  private handsOn(message: ConsumeMessage, link: RabbitLink): Hands {
    return {
      ack: () => this.acksOf(link).ack(message),
      reject: () => this.acksOf(link).reject(message),
      giveBack: () => this.acksOf(link).giveBack(message),
      forward: (to, headers) => this.options.forward(to, message.content, headers),
      pause: async (pauseMs) => (await this.pauses.take(pauseMs)) && link.open,
    };
  }

  /** What is settled late, over a channel that is gone, belongs to the broker again, so its acknowledgements need not be remembered. */
  private acksOf(link: RabbitLink): RabbitAcks {
    if (this.acks?.link === link) return this.acks.of;
    const acks = new RabbitAcks((settle) => whileOpen(link, settle));
    if (link.open) this.acks = { link, of: acks };
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

/** How often the message was delivered, this time included; quorum queues count the earlier ones in a header. */
function deliveriesOf(message: ConsumeMessage): number {
  const earlier: unknown = message.properties.headers?.['x-delivery-count'];
  return typeof earlier === 'number' ? earlier + 1 : 1;
}
