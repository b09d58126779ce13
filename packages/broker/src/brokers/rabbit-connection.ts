import { connect } from 'amqplib';
import type { Channel, ChannelModel, RecoveringChannelModel } from 'amqplib';
import { BrokerUnavailableError, InstallationConflictError, within } from '../broker.js';
import type { BrokerLogger } from '../broker.js';

/** How often both sides prove that they live; after two silent intervals the connection counts as lost. */
const HEARTBEAT_SECONDS = 10;
const HANDSHAKE_TIMEOUT_MS = 5_000;
/** Short, so that a broker that is back is felt soon. */
const RECONNECT_DELAY_MS = { initial: 100, max: 500 };
const SETUP_TIMEOUT_MS = 30_000;
const LOG_FAILURE_EVERY_MS = 30_000;
const CLOSE_TIMEOUT_MS = 2_000;

export interface RabbitConnectionOptions {
  url: string;
  purpose: 'publish' | 'consume';
  logger: BrokerLogger;
  /** Runs on every new connection before any other use; if it fails, the connection is tried again. */
  setup: (model: ChannelModel) => Promise<void>;
}

/** A connection to RabbitMQ that comes back by itself, for as long as it is not closed. */
export class RabbitConnection {
  reconnects = 0;
  private recovering: RecoveringChannelModel | undefined;
  private open = false;
  private closed = false;
  private blocked = false;
  private failureLoggedAtMs = -Infinity;
  readonly #options: RabbitConnectionOptions;

  constructor(options: RabbitConnectionOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the connection stands, or its first try has failed: it is then made when the broker is there.
   * Rejects if the broker refuses these credentials, or belongs to another installation.
   */
  async start(): Promise<void> {
    const { url, logger, purpose } = this.#options;
    const recovering = await connect(withHeartbeat(url), {
      noDelay: true,
      timeout: HANDSHAKE_TIMEOUT_MS,
      recovery: {
        waitForConnect: false,
        initialDelay: RECONNECT_DELAY_MS.initial,
        maxDelay: RECONNECT_DELAY_MS.max,
        setup: (model: ChannelModel) => this.setUp(model),
      },
    });
    this.recovering = recovering;
    this.listen(recovering);
    if (this.closed) return this.close();
    const failed = new Promise<Error>((resolve) => recovering.on('connect-failed', resolve));
    const failure = await Promise.race([recovering.waitForConnect().then(() => null), failed]);
    if (failure === null) return;
    const isRefused = isHandshakeRefusal(failure);
    if (!isRefused && !(failure instanceof InstallationConflictError)) {
      return logger.warn(
        { purpose, error: failure.message },
        'RabbitMQ is away: connected to when it is there',
      );
    }
    await this.close();
    if (!isRefused) throw failure;
    throw new BrokerUnavailableError('RabbitMQ refuses the connection', { cause: failure });
  }

  isOpen(): boolean {
    return this.open;
  }

  /** Whether RabbitMQ holds publishes of this connection back, as it does while it lacks memory or disk. */
  isBlocked(): boolean {
    return this.blocked;
  }

  /**
   * Runs `work` on a channel of its own, which RabbitMQ closes if it refuses the work. Waits while the connection
   * is down, and rejects when it is closed for good.
   */
  async onChannel(work: (channel: Channel) => Promise<void>): Promise<void> {
    if (!this.recovering) throw new BrokerUnavailableError('The broker is not started');
    const channel = await this.recovering.createChannel();
    channel.on('error', (error) => this.#options.logger.warn({ error: error.message }, 'Channel failed'));
    try {
      await work(channel);
    } finally {
      await channel.close().catch(() => {});
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    this.open = false;
    if (this.recovering) await within(this.recovering.close(), CLOSE_TIMEOUT_MS);
  }

  private async setUp(model: ChannelModel): Promise<void> {
    // Until the setup is over nothing else listens, and an error event without a listener ends the process.
    model.on('error', () => {});
    try {
      // A network that swallows everything would otherwise hold up every further try.
      const isSetUp = await within(this.#options.setup(model), SETUP_TIMEOUT_MS);
      if (!isSetUp) throw new BrokerUnavailableError(`RabbitMQ did not answer within ${SETUP_TIMEOUT_MS} ms`);
    } catch (error) {
      // amqplib closes it too, but without a limit: a socket that dies meanwhile would end all recovery.
      await within(
        model.close().catch(() => {}),
        CLOSE_TIMEOUT_MS,
      );
      throw error;
    }
  }

  private listen(recovering: RecoveringChannelModel): void {
    const { logger, purpose } = this.#options;
    let connections = 0;
    recovering.on('connect', () => {
      connections += 1;
      this.reconnects = connections - 1;
      this.open = true;
      this.blocked = false;
      this.failureLoggedAtMs = -Infinity;
      if (connections > 1) logger.info({ purpose }, 'RabbitMQ connection recovered');
    });
    recovering.on('disconnect', (error) => {
      this.open = false;
      this.blocked = false;
      logger.warn({ purpose, error: error.message }, 'RabbitMQ connection lost');
    });
    recovering.on('connect-failed', (error) => this.fail(error));
    recovering.on('error', (error) =>
      logger.warn({ purpose, error: error.message }, 'RabbitMQ connection error'),
    );
    recovering.on('blocked', (reason) => {
      this.blocked = true;
      logger.warn({ purpose, reason }, 'RabbitMQ holds publishers back');
    });
    recovering.on('unblocked', () => {
      this.blocked = false;
      logger.info({ purpose }, 'RabbitMQ takes publishes again');
    });
  }

  private fail(error: Error): void {
    if (performance.now() - this.failureLoggedAtMs < LOG_FAILURE_EVERY_MS) return;
    this.failureLoggedAtMs = performance.now();
    const { logger, purpose } = this.#options;
    const fields = { purpose, error: error.message };
    if (error instanceof InstallationConflictError)
      logger.error(fields, 'RabbitMQ belongs to another installation: nothing is taken from it');
    else logger.warn(fields, 'RabbitMQ connection failed');
  }
}

/** Also where only a channel was lost: one path of recovery serves all. */
export function endConnection(model: ChannelModel): void {
  setImmediate(() => void model.close().catch(() => {}));
}

/**
 * RabbitMQ said no, with a reply code (AMQP 0-9-1, "Reply Codes"), so that trying again cannot help. 404 does
 * not count: the connection that publishes may still be declaring.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return typeof error.code === 'number' && error.code !== 404;
}

/** These credentials, or this virtual host, are not for us. */
function isHandshakeRefusal({ message }: Error): boolean {
  return /Handshake terminated by server: (403|530)/.test(message);
}

function withHeartbeat(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  return parsed.toString();
}
