import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, ConsumeMessage } from 'amqplib';
import type { BrokerLogger } from '../broker.js';
import { within } from '../broker.js';
import { isRefusal } from './rabbit-connection.js';
import type { RabbitConnection } from './rabbit-connection.js';

const REOPEN_PAUSE_MS = { min: 50, max: 500 };
const CLOSE_TIMEOUT_MS = 1_000;
const START_TIMEOUT_MS = 5_000;
const LOG_EVERY_ATTEMPTS = 60;

export interface RabbitSubscriptionOptions {
  connection: RabbitConnection;
  logger: BrokerLogger;
  /** Declares what is needed and starts consuming with `onMessage`; resolves to the consumer tag. */
  subscribe(channel: Channel, onMessage: (message: ConsumeMessage | null) => void): Promise<string>;
  onMessage(message: ConsumeMessage, link: RabbitLink): void;
}

/** The channel that a message came over: it alone can settle the message, and only while it is open. */
export interface RabbitLink {
  readonly channel: Channel;
  open: boolean;
}

/** Consuming that comes back by itself when its channel is lost or the broker cancels it. */
export class RabbitSubscription {
  private link: RabbitLink | undefined;
  private consumerTag: string | undefined;
  private readonly stopping = new AbortController();
  readonly #options: RabbitSubscriptionOptions;

  constructor(options: RabbitSubscriptionOptions) {
    this.#options = options;
  }

  /** Rejects if RabbitMQ refuses the first one. A connection that is silent or away is not waited for. */
  async start(): Promise<void> {
    if (!this.#options.connection.isOpen()) return void this.reopen();
    await within(this.openOrReopen(), START_TIMEOUT_MS);
  }

  private async openOrReopen(): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      if (isRefusal(error)) throw error;
      await this.reopen();
    }
  }

  isOpen(): boolean {
    return this.link?.open === true && !this.stopped;
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** No message is handed out any more; those handed out can still be settled until {@link close}. */
  async cancel(): Promise<void> {
    this.stopping.abort();
    const { link, consumerTag } = this;
    if (!link?.open || consumerTag === undefined) return;
    const isAnswered = await within(
      link.channel.cancel(consumerTag).catch(() => {}),
      CLOSE_TIMEOUT_MS,
    );
    // A silent broker would not answer a close either; the end of the connection closes the channel.
    if (!isAnswered) link.open = false;
  }

  async close(): Promise<void> {
    const link = this.link;
    if (!link?.open) return;
    link.open = false;
    await within(
      link.channel.close().catch(() => {}),
      CLOSE_TIMEOUT_MS,
    );
  }

  private async open(): Promise<void> {
    const channel = await this.#options.connection.createChannel();
    const link: RabbitLink = { channel, open: true };
    channel.on('error', (error) =>
      this.#options.logger.warn({ error: error.message }, 'Consume channel failed'),
    );
    channel.on('close', () => {
      const wasOpen = link.open;
      link.open = false;
      if (wasOpen && this.link === link) void this.reopen();
    });
    try {
      await this.subscribe(link);
    } catch (error) {
      link.open = false;
      await within(
        channel.close().catch(() => {}),
        CLOSE_TIMEOUT_MS,
      );
      throw error;
    }
    this.link = link;
    // The channel may have been lost before anybody watched over it.
    if (!link.open) void this.reopen();
    else if (this.stopped) await this.close();
  }

  private async subscribe(link: RabbitLink): Promise<void> {
    this.consumerTag = await this.#options.subscribe(link.channel, (message) => {
      // The broker cancels a consumer when its queue is deleted. Closing the channel leads to a new one.
      if (message === null) void link.channel.close().catch(() => {});
      else if (!this.stopped) this.#options.onMessage(message, link);
    });
  }

  private async reopen(): Promise<void> {
    for (let attempt = 0; !this.stopped; attempt += 1) {
      const pauseMs = Math.min(REOPEN_PAUSE_MS.max, REOPEN_PAUSE_MS.min * 2 ** attempt);
      await sleep(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => {});
      if (this.stopped) return;
      try {
        return await this.open();
      } catch (error) {
        if (attempt % LOG_EVERY_ATTEMPTS === 0)
          this.#options.logger.warn({ error: String(error) }, 'Could not consume again yet');
      }
    }
  }
}
