/** The part of a structured logger that the broker needs; pino's fits. */
export interface BrokerLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface BrokerOptions {
  /** Default: silent. */
  logger?: BrokerLogger;
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
  /** Publishes that may wait for their confirmation at once; further ones wait their turn. Default: 1,024. */
  inFlightMax?: number;
  /** Publishes that may wait their turn; further ones fail at once. Default: 50,000. */
  waitingMax?: number;
  /** How long a publish may take in all, in milliseconds. Default: 10,000. */
  publishTimeoutMs?: number;
}

export const SILENT_LOGGER: BrokerLogger = { info: () => {}, warn: () => {}, error: () => {} };

export const DEFAULTS = {
  inFlightMax: 1_024,
  waitingMax: 50_000,
  publishTimeoutMs: 10_000,
  connectTimeoutMs: 3_000,
} as const;
