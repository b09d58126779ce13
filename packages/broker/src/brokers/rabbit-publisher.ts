import type { Address } from '@svc/proto-events';
import type { ChannelModel, ConfirmChannel, Message } from 'amqplib';
import { BrokerUnavailableError, PublishRefusedError, within } from '../broker.js';
import type { BrokerLogger } from '../broker.js';
import { endConnection } from './rabbit-connection.js';
import type { RabbitTopology } from './rabbit-topology.js';

const IN_FLIGHT_MAX = 2_000;

export interface RabbitPublisherOptions {
  topology: RabbitTopology;
  logger: BrokerLogger;
  isTaking: () => boolean;
}

interface Publish {
  readonly to: Address<unknown>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  isUnroutable: boolean;
}

/** Over one channel at a time. Nothing waits for it or is sent twice: what is not confirmed has failed. */
export class RabbitPublisher {
  published = 0;
  refused = 0;
  private channel: ConfirmChannel | undefined;
  private readonly sent = new Map<number, Publish>();
  private nextId = 1;
  private stopped = false;
  private onIdle: (() => void) | undefined;
  readonly #options: RabbitPublisherOptions;

  constructor(options: RabbitPublisherOptions) {
    this.#options = options;
  }

  publish(to: Address<unknown>, body: unknown): Promise<void> {
    const { channel } = this;
    const isTaking = channel !== undefined && !this.stopped && this.#options.isTaking();
    if (isTaking && this.sent.size < IN_FLIGHT_MAX) return this.send(channel, { to, body });
    if (to.mayBeLost) return Promise.resolve();
    this.refused += 1;
    return Promise.reject(
      new BrokerUnavailableError(isTaking ? 'Too many publishes wait for the broker' : 'RabbitMQ is away'),
    );
  }

  inFlight(): number {
    return this.sent.size;
  }

  async open(model: ChannelModel): Promise<void> {
    const channel = await model.createConfirmChannel();
    channel.on('error', (error) =>
      this.#options.logger.warn({ error: error.message }, 'Publish channel failed'),
    );
    // First in line, so that publishes which the channel gives up fail for this reason.
    channel.prependListener('close', () => this.lose(channel, model));
    channel.on('return', (message: Message) => {
      const publish = this.sent.get(Number(message.properties.messageId));
      if (publish) publish.isUnroutable = true;
    });
    await this.#options.topology.declareAll(channel);
    this.channel = channel;
  }

  /** Waits until everything is confirmed or has failed; the rest fails. */
  async stop(limitMs: number): Promise<void> {
    this.stopped = true;
    const idle = new Promise<void>((resolve) => (this.onIdle = resolve));
    if (this.sent.size > 0) await within(idle, limitMs);
    this.failAll('The broker was stopped before it confirmed the message');
  }

  private send(
    channel: ConfirmChannel,
    { to, body }: { to: Address<unknown>; body: unknown },
  ): Promise<void> {
    const id = this.nextId++;
    const content = Buffer.from(JSON.stringify(body));
    const properties = { mandatory: !to.mayBeLost, messageId: String(id), contentType: 'application/json' };
    return new Promise((resolve, reject) => {
      this.sent.set(id, { to, resolve, reject, isUnroutable: false });
      const exchange = this.#options.topology.nameOf(to.exchange);
      try {
        channel.publish(exchange, to.routingKey, content, properties, (error: unknown) =>
          this.confirm(id, error !== null),
        );
      } catch (cause) {
        // amqplib throws on a channel that is closing and has not said so yet.
        this.fail(id, new BrokerUnavailableError('RabbitMQ did not take the message', { cause }));
      }
    });
  }

  private confirm(id: number, isNacked: boolean): void {
    const publish = this.sent.get(id);
    if (publish === undefined) return;
    const { to, isUnroutable } = publish;
    // A listener's queue that is just being deleted refuses a hint, which may be lost like any other.
    if (isNacked && !to.mayBeLost) return this.fail(id, new PublishRefusedError('full', to));
    if (isUnroutable) return this.fail(id, new PublishRefusedError('unroutable', to));
    this.published += 1;
    publish.resolve();
    this.end(id);
  }

  private lose(channel: ConfirmChannel, model: ChannelModel): void {
    endConnection(model);
    if (this.channel !== channel) return;
    this.channel = undefined;
    this.failAll('RabbitMQ went away before it confirmed the message');
  }

  private failAll(reason: string): void {
    for (const id of [...this.sent.keys()]) this.fail(id, new BrokerUnavailableError(reason));
  }

  private fail(id: number, error: Error): void {
    const publish = this.sent.get(id);
    if (publish?.to.mayBeLost) publish.resolve();
    else {
      this.refused += 1;
      publish?.reject(error);
    }
    this.end(id);
  }

  private end(id: number): void {
    this.sent.delete(id);
    if (this.sent.size === 0) this.onIdle?.();
  }
}
