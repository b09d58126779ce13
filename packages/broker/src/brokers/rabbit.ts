import { CLIENT_EVENTS } from '@svc/proto-events';
import type { Address, ClientHint, QueueDescriptor } from '@svc/proto-events';
import { connect } from 'amqplib';
import type { ChannelModel } from 'amqplib';
import { CLIENT_HINTS, SILENT_LOGGER, outcomeOf, within } from '../broker.js';
import type {
  Broker,
  BrokerLogger,
  BrokerStats,
  ConsumeOptions,
  Consumer,
  Handler,
  IncomingCounts,
} from '../broker.js';
import { endConnection, isRefusal, RabbitConnection } from './rabbit-connection.js';
import { RabbitConsumer } from './rabbit-consumer.js';
import type { RabbitConsumerOptions } from './rabbit-consumer.js';
import { RabbitTopology } from './rabbit-topology.js';
import { RabbitPublisher } from './rabbit-publisher.js';

/** Bounds the wait for confirmations in `stop()`, so that a service can drain within its own 10 s. */
const DRAIN_TIMEOUT_MS = 2_000;
/** A connection that is silent is not waited for. */
const DECLARE_TIMEOUT_MS = 5_000;

export interface RabbitBrokerOptions {
  /** `amqp://` or `amqps://` address, with credentials. */
  url: string;
  /** Before the name of every exchange and queue, so that installations can share a broker. Default: none. */
  namePrefix?: string;
  /** Asked for once, by `start()`. Default: the broker is not marked. */
  installationId?: () => Promise<string>;
  /** Default: silent. */
  logger?: BrokerLogger;
}

/**
 * On RabbitMQ 3.10 or newer. Queues are classic and messages transient: a lost ring costs its event a second,
 * and a queue that replicates and stores rings takes much more CPU. Publishing and consuming have a connection each: RabbitMQ holds back a
 * connection that publishes too fast, and that should not hold back acknowledgements.
 */
export class RabbitBroker implements Broker {
  readonly #url: string;
  readonly #logger: BrokerLogger;
  private readonly topology: RabbitTopology;
  private readonly publisher: RabbitPublisher;
  private readonly publishing: RabbitConnection;
  private readonly consuming: RabbitConnection;
  private readonly consumers = new Set<RabbitConsumer>();
  /** The connection on which all of them are open. */
  private consumed: ChannelModel | undefined;
  private readonly counts: IncomingCounts = { consumed: 0, unreadable: 0 };
  private stopping: Promise<void> | undefined;

  constructor({ url, namePrefix = '', installationId, logger = SILENT_LOGGER }: RabbitBrokerOptions) {
    this.#url = url;
    this.#logger = logger;
    this.topology = new RabbitTopology(namePrefix, installationId);
    this.publisher = new RabbitPublisher({
      ...{ topology: this.topology, logger },
      isTaking: () => this.publishing.isOpen() && !this.publishing.isBlocked(),
    });
    this.publishing = new RabbitConnection({
      ...{ url, logger, purpose: 'publish' },
      setup: (model) => this.publisher.open(model),
    });
    this.consuming = new RabbitConnection({
      ...{ url, logger, purpose: 'consume' },
      setup: (model) => this.openConsumers(model),
    });
  }

  async start(): Promise<void> {
    // One after the other: consumers build on the exchanges that the first connection declares.
    await this.publishing.start();
    await this.consuming.start();
  }

  stop(): Promise<void> {
    return (this.stopping ??= this.drain());
  }

  isReady(): boolean {
    return this.publishing.isOpen() && this.consuming.isOpen() && !this.publishing.isBlocked();
  }

  publish<Body>(to: Address<Body>, body: Body): Promise<void> {
    return this.publisher.publish(to, body);
  }

  async declareQueue(queue: QueueDescriptor<unknown>): Promise<void> {
    if (this.publishing.isOpen()) {
      const declaring = this.publishing.onChannel((channel) => this.topology.declareQueue(channel, queue));
      try {
        if (await within(declaring, DECLARE_TIMEOUT_MS)) return;
      } catch (error) {
        if (isRefusal(error)) throw error;
      }
    }
    this.topology.declareLater(queue);
  }

  consume<Body>(
    queue: QueueDescriptor<Body>,
    options: ConsumeOptions,
    handler: Handler<Body>,
  ): Promise<Consumer> {
    const { topology } = this;
    return this.added({
      ...options,
      declare: async (channel) => {
        await topology.declareQueue(channel, queue);
        return topology.nameOf(queue.name);
      },
      handle: (text) => outcomeOf(text, { queue, handler, counts: this.counts, logger: this.#logger }),
    });
  }

  consumeClientHints(handler: (hint: ClientHint) => void, onListening?: () => void): Promise<Consumer> {
    return this.added({
      declare: async (channel) => {
        const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
        await channel.bindQueue(queue, this.topology.nameOf(CLIENT_EVENTS), '');
        return queue;
      },
      handle: (text) =>
        outcomeOf(text, { queue: CLIENT_HINTS, handler, counts: this.counts, logger: this.#logger }),
      onConsuming: onListening,
    });
  }

  stats(): BrokerStats {
    return {
      ...this.counts,
      published: this.publisher.published,
      refused: this.publisher.refused,
      inFlight: this.publisher.inFlight,
      reconnects: this.publishing.reconnects + this.consuming.reconnects,
    };
  }

  /** For tests: deletes what this broker declared, also after `stop()`. */
  async deleteTopology(): Promise<void> {
    const connection = await connect(this.#url);
    await this.topology.deleteAll(await connection.createChannel());
    await connection.close();
  }

  /** Opened on this connection and on each that follows, until it is stopped. */
  private async added(options: Omit<RabbitConsumerOptions, 'logger'>): Promise<Consumer> {
    const consumer = new RabbitConsumer({ ...options, logger: this.#logger });
    this.consumers.add(consumer);
    const model = this.consumed;
    try {
      if (model) await within(consumer.open(model), DECLARE_TIMEOUT_MS);
    } catch (error) {
      if (isRefusal(error)) {
        this.consumers.delete(consumer);
        throw error;
      }
      // The next connection opens it.
      if (model) endConnection(model);
    }
    return {
      isConsuming: () => consumer.isConsuming(),
      stop: async () => {
        this.consumers.delete(consumer);
        await consumer.stop();
      },
    };
  }

  private async openConsumers(model: ChannelModel): Promise<void> {
    model.on('close', () => {
      if (this.consumed === model) this.consumed = undefined;
    });
    // The queues may be another's by now, although the other connection has not noticed yet.
    const channel = await model.createChannel();
    channel.on('error', () => {});
    await this.topology.claim(channel);
    await channel.close();
    for (const consumer of this.consumers)
      await consumer.open(model).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        this.#logger.error({ err: error }, 'RabbitMQ refuses one consumer; the others go on');
      });
    this.consumed = model;
  }

  private async drain(): Promise<void> {
    await Promise.all([...this.consumers].map((consumer) => consumer.stop()));
    await this.publisher.stop(DRAIN_TIMEOUT_MS);
    await Promise.all([this.publishing.close(), this.consuming.close()]);
  }
}
