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

/** Over one channel at a time. Nothing waits for it or is sent twice: what is not confirmed has failed. */
export class RabbitPublisher {
  published = 0;
  refused = 0;
  inFlight = 0;
  readonly #options: RabbitPublisherOptions;
  #channel: ConfirmChannel | undefined;
  /** Messages that no queue took. RabbitMQ says so before it confirms them. */
  readonly #unroutable = new Set<string>();
  #nextId = 1;
  #isStopped = false;

  constructor(options: RabbitPublisherOptions) {
    this.#options = options;
  }

  async publish(to: Address<unknown>, body: unknown): Promise<void> {
    try {
      await this.#send(to, body);
      this.published += 1;
    } catch (error) {
      if (to.mayBeLost) return;
      this.refused += 1;
      throw error;
    }
  }

  async open(model: ChannelModel): Promise<void> {
    const channel = await model.createConfirmChannel();
    channel.on('error', (error) =>
      this.#options.logger.warn({ error: error.message }, 'Publish channel failed'),
    );
    // First in line, so that publishes which the channel gives up fail for this reason.
    channel.prependListener('close', () => {
      endConnection(model);
      if (this.#channel === channel) this.#channel = undefined;
    });
    channel.on('return', ({ properties }: Message) => this.#unroutable.add(String(properties.messageId)));
    await this.#options.topology.declareAll(channel);
    this.#channel = channel;
  }

  /** Waits until everything is confirmed, or something is refused. The rest fails with the channel. */
  async stop(limitMs: number): Promise<void> {
    this.#isStopped = true;
    const confirmed = this.#channel?.waitForConfirms().catch(() => undefined);
    if (confirmed !== undefined) await within(confirmed, limitMs);
  }

  #send(to: Address<unknown>, body: unknown): Promise<void> {
    const channel = this.#channel;
    if (channel === undefined || this.#isStopped || !this.#options.isTaking())
      throw new BrokerUnavailableError('RabbitMQ is away');
    if (this.inFlight >= IN_FLIGHT_MAX)
      throw new BrokerUnavailableError('Too many publishes wait for the broker');
    const messageId = String(this.#nextId++);
    const exchange = this.#options.topology.nameOf(to.exchange);
    const content = Buffer.from(JSON.stringify(body));
    const properties = { mandatory: !to.mayBeLost, messageId, contentType: 'application/json' };
    return new Promise((resolve, reject) => {
      channel.publish(exchange, to.routingKey, content, properties, (error: unknown) => {
        this.inFlight -= 1;
        if (this.#unroutable.delete(messageId)) reject(new PublishRefusedError('unroutable', to));
        else if (error === null) resolve();
        else if (this.#channel === channel) reject(new PublishRefusedError('full', to));
        else reject(new BrokerUnavailableError('RabbitMQ went away before it confirmed the message'));
      });
      // amqplib throws on a channel that is closing and has not said so yet: then nothing is in flight.
      this.inFlight += 1;
    });
  }
}
