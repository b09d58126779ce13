/** The part of a structured logger that the broker needs; pino's fits. */
export interface BrokerLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What both brokers can be told. */
export interface BrokerOptions {
  /** Default: silent. */
  logger?: BrokerLogger;
  /** Publishes that may wait for their confirmation at once; further ones wait their turn. Default: 1,024. */
  inFlightMax?: number;
  /** Publishes that may wait their turn; further ones fail at once. Default: 50,000. */
  waitingMax?: number;
  /** How long a publish may take in all, in milliseconds. Default: 10,000. */
  publishTimeoutMs?: number;
  /**
   * How long a message pauses between two tries, in milliseconds: `min`, doubled with every try up to `max`. Default: 100 to 1,000.
   */
  retryPauseMs?: { min: number; max: number };
}

export interface RabbitBrokerOptions extends BrokerOptions {
  /** `amqp://` or `amqps://` address, with credentials. */
  url: string;
  /** Put before the name of every exchange and queue, so that installations can live on one broker. Default: none. */
  namePrefix?: string;
  /** The id of the installation that the database holds; asked for once, by `start()`. Default: the broker is not marked. */
  installationId?: () => Promise<string>;
  /** How long `start()` waits for a broker that is away, in milliseconds. Default: 3,000. */
  connectTimeoutMs?: number;
}

export type MemoryBrokerOptions = BrokerOptions;

export const SILENT_LOGGER: BrokerLogger = { info: () => {}, warn: () => {}, error: () => {} };

export const DEFAULTS = {
  inFlightMax: 1_024,
  waitingMax: 50_000,
  publishTimeoutMs: 10_000,
  retryPauseMs: { min: 100, max: 1_000 },
  connectTimeoutMs: 3_000,
} as const;

/** How long a message that was tried `tries` times pauses, in milliseconds. */
export function retryPause(pauseMs: { min: number; max: number }, tries: number): number {
  return Math.min(pauseMs.max, pauseMs.min * 2 ** Math.max(0, tries - 1));
}
