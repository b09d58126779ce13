import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { BrokerUnavailableError, within } from '../broker.js';
import type { BrokerLogger, Consumer, Outcome } from '../broker.js';
import { endConnection } from './rabbit-connection.js';

const CLOSE_TIMEOUT_MS = 1_000;

export interface RabbitConsumerOptions {
  logger: BrokerLogger;
  /** Declares the queue, and resolves to its name. */
  declare: (channel: Channel) => Promise<string>;
  /** Messages that RabbitMQ sends ahead. Default: any number, and none is acknowledged. */
  prefetch?: number;
  handle: (text: string) => Outcome | void;
  /** Called each time that consuming begins. */
  onConsuming?: (() => void) | undefined;
}

/**
 * Opened on each new connection. If a channel that consumed, or its queue, is lost, it ends the connection, so
 * that one path of recovery serves all. The acknowledgements of one tick of the event loop leave as one (AMQP 0-9-1,
 * `basic.ack`, `multiple`).
 */
export class RabbitConsumer implements Consumer {
  readonly #options: RabbitConsumerOptions;
  #channel: Channel | undefined;
  /** While it consumes. */
  #tag: string | undefined;
  /** The newest message that is handled and not acknowledged; all before it are handled too. */
  #handled: ConsumeMessage | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: RabbitConsumerOptions) {
    this.#options = options;
  }

  async open(model: ChannelModel): Promise<void> {
    const { logger, declare, prefetch } = this.#options;
    const channel = await model.createChannel();
    channel.on('error', (error) => logger.warn({ error: error.message }, 'Consume channel failed'));
    channel.on('close', () => {
      if (this.#channel !== channel) return;
      const consumed = this.isConsuming();
      this.#channel = this.#tag = this.#handled = undefined;
      if (consumed) endConnection(model);
    });
    this.#channel = channel;
    const queue = await declare(channel);
    if (prefetch !== undefined) await channel.prefetch(prefetch);
    const onMessage = (message: ConsumeMessage | null): void => {
      // The broker cancels a consumer when its queue is deleted.
      if (message === null) endConnection(model);
      else if (!this.#isStopping) this.#take(message);
    };
    const { consumerTag } = await channel.consume(queue, onMessage, { noAck: prefetch === undefined });
    if (this.#channel !== channel) throw new BrokerUnavailableError('The channel was lost behind the answer');
    this.#tag = consumerTag;
    if (this.#isStopping) return this.#end();
    this.#options.onConsuming?.();
  }

  isConsuming(): boolean {
    return this.#tag !== undefined && !this.#isStopping;
  }

  stop(): Promise<void> {
    return (this.#stopping ??= this.#end());
  }

  get #isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  #take(message: ConsumeMessage): void {
    const outcome = this.#options.handle(message.content.toString('utf8'));
    if (this.#options.prefetch === undefined) return;
    if (outcome === 'reject') return this.#settle((channel) => channel.reject(message, false));
    if (!this.#handled) setImmediate(() => this.#acknowledge());
    this.#handled = message;
  }

  #acknowledge(): void {
    const handled = this.#handled;
    this.#handled = undefined;
    if (handled) this.#settle((channel) => channel.ack(handled, true));
  }

  /** A message whose channel is gone is the broker's again, so there is nothing to settle. */
  #settle(settle: (channel: Channel) => void): void {
    try {
      if (this.#channel) settle(this.#channel);
    } catch {
      // amqplib throws on a channel that is closing and has not said so yet.
    }
  }

  /** No message is handed out any more; those that were are acknowledged. */
  async #end(): Promise<void> {
    const [channel, tag] = [this.#channel, this.#tag];
    if (channel === undefined || tag === undefined) return;
    const ended = channel.cancel(tag).then(() => {
      this.#acknowledge();
      return channel.close();
    });
    // A silent broker answers nothing; the end of the connection closes the channel.
    await within(
      ended.catch(() => undefined),
      CLOSE_TIMEOUT_MS,
    );
  }
}
