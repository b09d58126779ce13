import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'amqplib';
import type { Channel, ChannelModel, RecoveringChannelModel } from 'amqplib';
import { BrokerUnavailableError } from '../broker.js';
import type { BrokerLogger } from '../options.js';
import { within } from '../within.js';

/** How often both sides prove that they live; after two silent intervals the connection counts as lost. */
const HEARTBEAT_SECONDS = 10;
const HANDSHAKE_TIMEOUT_MS = 5_000;
const RETRY_PAUSE_MS = 50;
const CLOSE_TIMEOUT_MS = 2_000;

export interface RabbitConnectionOptions {
  url: string;
  /** What the connection is for, in the log. */
  purpose: 'publish' | 'consume';
  logger: BrokerLogger;
  connectTimeoutMs: number;
  /** Runs on every new connection before anybody else may use it; if it fails, the connection is tried again. */
  setup: (model: ChannelModel) => Promise<void>;
  onConnect?: () => void;
}

/** A connection to RabbitMQ that comes back by itself, for as long as it is not closed. */
export class RabbitConnection {
  reconnects = 0;
  private recovering: RecoveringChannelModel | undefined;
  private open = false;
  private closed = false;
  private lastFailure: Error | undefined;

  constructor(private readonly options: RabbitConnectionOptions) {}

  async start(): Promise<void> {
    const { url, connectTimeoutMs } = this.options;
    const recovering = await connect(withHeartbeat(url), {
      noDelay: true,
      timeout: HANDSHAKE_TIMEOUT_MS,
      recovery: {
        waitForConnect: false,
        initialDelay: 100,
        maxDelay: 2_000,
        setup: (model: ChannelModel) => this.setUp(model),
      },
    });
    this.recovering = recovering;
    this.listen(recovering);
    if (this.closed) return this.close();
    const connected = await within(recovering.waitForConnect(), connectTimeoutMs);
    if (connected) return;
    await this.close();
    throw new BrokerUnavailableError(`No connection to RabbitMQ within ${connectTimeoutMs} ms`, {
      cause: this.lastFailure,
    });
  }

  isOpen(): boolean {
    return this.open;
  }

  /** A new channel; waits while the connection is down, and rejects when it is closed for good. */
  async createChannel(): Promise<Channel> {
    if (!this.recovering) throw new BrokerUnavailableError('The broker is not started');
    return this.recovering.createChannel();
  }

  /**
   * Runs `work` on a channel of its own, and again on another if the connection is lost under it.
   * Rejects at once if RabbitMQ refuses the work, and after `limitMs` if it could not be done.
   */
  async withChannel(limitMs: number, work: (channel: Channel) => Promise<void>): Promise<void> {
    const deadlineMs = performance.now() + limitMs;
    let failure: unknown;
    while (performance.now() < deadlineMs && !this.closed) {
      try {
        if (await within(this.tryOnChannel(work), deadlineMs - performance.now())) return;
      } catch (error) {
        if (isRefusal(error)) throw error;
        failure = error;
        await sleep(RETRY_PAUSE_MS);
      }
    }
    throw new BrokerUnavailableError(`RabbitMQ could not be reached within ${limitMs} ms`, {
      cause: failure,
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.open = false;
    if (this.recovering) await within(this.recovering.close(), CLOSE_TIMEOUT_MS);
  }

  private async setUp(model: ChannelModel): Promise<void> {
    // Until the setup is over nobody else listens, and an error event without a listener ends the process.
    model.on('error', () => {});
    try {
      await this.options.setup(model);
    } catch (error) {
      // amqplib closes it too, but without a limit: a socket that dies meanwhile would end all recovery.
      await within(
        model.close().catch(() => {}),
        CLOSE_TIMEOUT_MS,
      );
      throw error;
    }
  }

  private async tryOnChannel(work: (channel: Channel) => Promise<void>): Promise<void> {
    const channel = await this.createChannel();
    channel.on('error', (error) => this.options.logger.warn({ error: error.message }, 'Channel failed'));
    try {
      await work(channel);
    } finally {
      await channel.close().catch(() => {});
    }
  }

  private listen(recovering: RecoveringChannelModel): void {
    const { logger, purpose, onConnect } = this.options;
    let connections = 0;
    recovering.on('connect', () => {
      connections += 1;
      this.reconnects = connections - 1;
      this.open = true;
      if (connections > 1) logger.info({ purpose }, 'RabbitMQ connection recovered');
      onConnect?.();
    });
    recovering.on('disconnect', (error) => {
      this.open = false;
      logger.warn({ purpose, error: error.message }, 'RabbitMQ connection lost');
    });
    recovering.on('connect-failed', (error) => {
      this.lastFailure = error;
      logger.warn({ purpose, error: error.message }, 'RabbitMQ connection failed');
    });
    recovering.on('error', (error) =>
      logger.warn({ purpose, error: error.message }, 'RabbitMQ connection error'),
    );
    recovering.on('blocked', (reason) => logger.warn({ purpose, reason }, 'RabbitMQ holds publishers back'));
    recovering.on('unblocked', () => logger.info({ purpose }, 'RabbitMQ takes publishes again'));
  }
}

/** RabbitMQ said no, with a reply code (AMQP 0-9-1, "Reply Codes"), so that trying again cannot help. */
export function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number';
}

function withHeartbeat(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  return parsed.toString();
}
