import { CLIENT_EVENTS, hubQueue } from '@svc/proto-events';
import type { Address, ClientHint, QueueDescriptor } from '@svc/proto-events';
import { connect } from 'amqplib';
import type { Broker, BrokerStats, ConsumeOptions, Consumer, Handler } from '../broker.js';
import { hintListener } from '../incoming.js';
import type { IncomingCounts } from '../incoming.js';
import { DEFAULTS, SILENT_LOGGER } from '../options.js';
import type { RabbitBrokerOptions } from '../options.js';
import { RabbitConnection } from './rabbit-connection.js';
import { RabbitConsumer } from './rabbit-consumer.js';
import { RabbitInstallation } from './rabbit-installation.js';
import { RabbitPublisher } from './rabbit-publisher.js';
import { RabbitSubscription } from './rabbit-subscription.js';
import { RabbitTopology } from './rabbit-topology.js';

/** Bounds the wait for confirmations in `stop()`, so that a service can drain within its own 10 s. */
const DRAIN_TIMEOUT_MS = 2_000;
/** How long a publish may wait for a connection that was lost to come back, in milliseconds. */
const AWAY_AFTER_MS = 2_000;

/**
 * The broker on RabbitMQ 3.10 or newer, with quorum queues.
 *
 * Publishing and consuming have a connection each: RabbitMQ holds back a connection that publishes too fast, and that
 * should not hold back acknowledgements.
 */
export class RabbitBroker implements Broker {
  private readonly options: Required<Omit<RabbitBrokerOptions, 'installationId'>>;
  private readonly topology: RabbitTopology;
  private readonly publisher: RabbitPublisher;
  private readonly publishing: RabbitConnection;
  private readonly consuming: RabbitConnection;
  private readonly consumers = new ConsumerSet();
  private readonly counts: IncomingCounts = { consumed: 0, unreadable: 0 };
  private grace: NodeJS.Timeout | undefined;
  private stopping: Promise<void> | undefined;

  constructor(options: RabbitBrokerOptions) {
    const { installationId, ...others } = options;
    this.options = { logger: SILENT_LOGGER, namePrefix: '', ...DEFAULTS, ...others };
    const { url, logger, connectTimeoutMs, namePrefix } = this.options;
    const installation = installationId && new RabbitInstallation({ prefix: namePrefix, id: installationId });
    this.topology = new RabbitTopology(namePrefix, installation ?? null);
    this.publisher = new RabbitPublisher({ ...this.options, topology: this.topology });
    let resume: (() => void) | undefined;
    this.publishing = new RabbitConnection({
      url,
      logger,
      connectTimeoutMs,
      purpose: 'publish',
      setup: async (model) => {
        resume = await this.publisher.open(model);
      },
      onConnect: () => resume?.(),
      onChange: () => this.assess(),
    });
    this.consuming = new RabbitConnection({
      url,
      logger,
      connectTimeoutMs,
      purpose: 'consume',
      setup: async (model) => {
        // Its queues may be another's by now, although the other connection has not noticed yet.
        const channel = await model.createChannel();
        channel.on('error', () => {});
        await this.topology.claim(channel);
        await channel.close();
      },
    });
  }

  async start(): Promise<void> {
    // One after the other: consumers build on the exchanges that the first connection declares.
    await this.publishing.start();
    await this.consuming.start();
    // It may have been stopped meanwhile.
    if (this.stopping === undefined) this.assess();
  }

  stop(): Promise<void> {
    this.stopping ??= this.drain();
    return this.stopping;
  }

  isReady(): boolean {
    return this.publishing.isOpen() && this.consuming.isOpen() && !this.publishing.isBlocked();
  }

  async publish<Body>(to: Address<Body>, body: Body): Promise<void> {
    if (to.declares && !this.topology.hasDeclared(to.declares)) await this.declareQueue(to.declares);
    return this.publisher.publish(to, body);
  }

  declareHub(slot: string, options: { ttlMs?: number } = {}): Promise<void> {
    return this.declareQueue(hubQueue(slot, options));
  }

  async declareQueue(queue: QueueDescriptor<unknown>): Promise<void> {
    if (!this.publishing.isOpen()) return this.topology.declareLater(queue);
    // A channel of its own, since a declaration that contradicts an earlier one closes its channel.
    return this.publishing.withChannel(this.options.publishTimeoutMs, (channel) =>
      this.topology.declareQueue(channel, queue),
    );
  }

  async consume<Body>(
    queue: QueueDescriptor<Body>,
    options: ConsumeOptions,
    handler: Handler<Body>,
  ): Promise<Consumer> {
    const consumer = new RabbitConsumer({
      ...options,
      connection: this.consuming,
      topology: this.topology,
      logger: this.options.logger,
      counts: this.counts,
      queue,
      handler,
    });
    await consumer.start();
    return this.consumers.add(consumer);
  }

  async consumeClientHints(
    handler: (hint: ClientHint) => void | Promise<void>,
    onListening?: () => void,
  ): Promise<Consumer> {
    const listen = hintListener(handler, { logger: this.options.logger, counts: this.counts });
    const subscription = new RabbitSubscription({
      connection: this.consuming,
      logger: this.options.logger,
      subscribe: async (channel, onMessage) => {
        const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
        await channel.bindQueue(queue, this.topology.nameOf(CLIENT_EVENTS), '');
        const { consumerTag } = await channel.consume(queue, onMessage, { noAck: true });
        onListening?.();
        return consumerTag;
      },
      onMessage: (message) => listen(message.content.toString('utf8')),
    });
    await subscription.start();
    return this.consumers.add({
      isConsuming: () => subscription.isOpen(),
      stop: async () => {
        await subscription.cancel();
        await subscription.close();
      },
    });
  }

  stats(): BrokerStats {
    return {
      ...this.counts,
      published: this.publisher.published,
      refused: this.publisher.refused,
      inFlight: this.publisher.inFlight(),
      reconnects: this.publishing.reconnects + this.consuming.reconnects,
    };
  }

  /** For tests: deletes every exchange and queue that this broker declared, with what they hold. Also after `stop()`. */
  async deleteTopology(): Promise<void> {
    const connection = await connect(this.options.url);
    await this.topology.deleteAll(await connection.createChannel());
    await connection.close();
  }

  /** A connection that is lost mostly comes back at once: publishes may wait for that. */
  private assess(): void {
    clearTimeout(this.grace);
    if (this.publishing.isBlocked()) return this.publisher.setAway(true);
    if (this.publishing.isOpen()) return this.publisher.setAway(false);
    this.grace = setTimeout(() => this.publisher.setAway(true), AWAY_AFTER_MS).unref();
  }

  private async drain(): Promise<void> {
    await this.consumers.stop();
    await this.publisher.stop(DRAIN_TIMEOUT_MS);
    clearTimeout(this.grace);
    await Promise.all([this.publishing.close(), this.consuming.close()]);
  }
}

/** The consumers of a broker that were not stopped yet. */
class ConsumerSet {
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
