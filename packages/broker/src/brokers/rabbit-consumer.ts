import type { QueueDescriptor } from '@svc/proto-events';
import type { Channel, ConsumeMessage } from 'amqplib';
import type { Consumer, Handler, Outcome } from '../broker.js';
import { decide } from '../decide.js';
import { retryPause } from '../options.js';
import type { BrokerLogger } from '../options.js';
import { within } from '../within.js';
import { RabbitAcks } from './rabbit-acks.js';
import { RabbitSubscription } from './rabbit-subscription.js';
import type { RabbitLink } from './rabbit-subscription.js';
import type { RabbitConnection } from './rabbit-connection.js';
import type { RabbitTopology } from './rabbit-topology.js';

/** How long stopping waits for running handlers, in milliseconds. What they have not settled by then, the broker hands out again. */
const HANDLERS_TIMEOUT_MS = 1_500;

export interface RabbitConsumerOptions<Body> {
  connection: RabbitConnection;
  topology: RabbitTopology;
  logger: BrokerLogger;
  queue: QueueDescriptor<Body>;
  prefetch: number;
  handler: Handler<Body>;
  retryPauseMs: { min: number; max: number };
  count: (what: 'consumed' | 'poison') => void;
}

/** Hands the messages of one queue to a handler and settles each as the handler decides. */
export class RabbitConsumer<Body> implements Consumer {
  private readonly subscription: RabbitSubscription;
  private readonly paused = new Map<NodeJS.Timeout, () => void>();
  private acks: { link: RabbitLink; of: RabbitAcks } | undefined;
  private running = 0;
  private stopping: Promise<void> | undefined;
  private onIdle: (() => void) | undefined;

  constructor(private readonly options: RabbitConsumerOptions<Body>) {
    const { connection, topology, logger, queue, prefetch } = options;
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
    for (const [timer, giveBack] of this.paused) {
      clearTimeout(timer);
      giveBack();
    }
    this.paused.clear();
    if (this.running > 0) {
      const idle = new Promise<void>((resolve) => (this.onIdle = resolve));
      await within(idle, HANDLERS_TIMEOUT_MS);
    }
    this.acks?.of.flush();
    await this.subscription.close();
  }

  private async handle(message: ConsumeMessage, link: RabbitLink): Promise<void> {
    const { queue, handler, logger, count } = this.options;
    this.running += 1;
    this.acksOf(link).take(message);
    const delivery = { text: message.content.toString('utf8'), redelivered: message.fields.redelivered };
    const outcome = await decide({ queue, handler, logger, count }, delivery);
    this.settle(message, link, outcome);
    this.running -= 1;
    if (this.running === 0) this.onIdle?.();
  }

  private settle(message: ConsumeMessage, link: RabbitLink, outcome: Outcome): void {
    if (outcome === 'ack') this.acksOf(link).ack(message);
    else if (outcome === 'reject') this.acksOf(link).refuse(message, { requeue: false });
    else this.giveBackLater(message, link);
  }

  private giveBackLater(message: ConsumeMessage, link: RabbitLink): void {
    const giveBack = () => this.acksOf(link).refuse(message, { requeue: true });
    const pauseMs = retryPause(this.options.retryPauseMs, deliveriesOf(message));
    if (this.stopping || pauseMs === 0) return giveBack();
    const timer = setTimeout(() => {
      this.paused.delete(timer);
      giveBack();
    }, pauseMs);
    this.paused.set(timer, giveBack);
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
