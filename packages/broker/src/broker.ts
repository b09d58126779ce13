import type { Address, ClientHint, QueueDescriptor } from '@svc/proto-events';
import { fieldErrorsOf, validateClientHint } from '@svc/proto-events';

/** The part of a structured logger that the broker needs; pino's fits. */
export interface BrokerLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const SILENT_LOGGER: BrokerLogger = { info: () => {}, warn: () => {}, error: () => {} };

/** `reject`: the message goes to the dead letters of its queue. */
export type Outcome = 'ack' | 'reject';

/** Decides at once. If it throws, that is logged, and the message is done: PostgreSQL has its event. */
export type Handler<Body> = (body: Body) => Outcome;

export interface ConsumeOptions {
  /** Messages that RabbitMQ sends ahead. */
  prefetch: number;
}

export interface Consumer {
  /** Not while the connection is down, or the queue cannot be reached. */
  isConsuming(): boolean;
  /** Takes no more messages. Idempotent. */
  stop(): Promise<void>;
}

export interface BrokerStats extends IncomingCounts {
  /** Messages that the broker confirmed. */
  published: number;
  /** Messages that the broker did not take or confirm. */
  refused: number;
  /** Times that a lost connection came back. */
  reconnects: number;
  /** Publishes that wait for their confirmation now. */
  inFlight: number;
}

/**
 * Carries rings and hints between services; a message that breaks the contract of its queue is logged and
 * rejected. RabbitMQ keeps those of dispatchers in its queue `dead-letters` for a month, or until it ends.
 */
export interface Broker {
  /**
   * Connects and declares the topology, or goes on without a broker that is away: what is declared and
   * consumed meanwhile begins when it is there. Rejects with {@link BrokerUnavailableError} where it refuses
   * the connection, and with {@link InstallationConflictError} where it belongs to another installation.
   */
  start(): Promise<void>;

  /** Waits for publishes that are under way. Idempotent, and safe before `start()`. */
  stop(): Promise<void>;

  /** Not while the broker holds publishers back. A silent connection counts until its heartbeat ends it. */
  isReady(): boolean;

  /**
   * Resolves when the broker has confirmed. A hint that may be lost is dropped while the connection is down.
   * Rejects with {@link BrokerUnavailableError} if the broker is away, 2,000 publishes are in flight, or the
   * connection is lost meanwhile (the message may arrive nevertheless); with {@link PublishRefusedError} if
   * the queue is full, or no queue takes the message.
   */
  publish<Body>(to: Address<Body>, body: Body): Promise<void>;

  /** Makes sure that a queue and its bindings exist; while the connection is down, as soon as it is back. */
  declareQueue(queue: QueueDescriptor<unknown>): Promise<void>;

  /**
   * Declares the queue if need be. The consumer begins, and comes back, by itself where the connection or the
   * queue was lost. Rejects if the queue exists with other properties.
   */
  consume<Body>(
    queue: QueueDescriptor<Body>,
    options: ConsumeOptions,
    handler: Handler<Body>,
  ): Promise<Consumer>;

  /** Hints are lost while the connection is down. `onListening` is called each time that listening begins. */
  consumeClientHints(handler: (hint: ClientHint) => void, onListening?: () => void): Promise<Consumer>;

  /** Counts since the start. */
  stats(): BrokerStats;
}

/** The broker is away, or did not confirm. The message may or may not have arrived. */
export class BrokerUnavailableError extends Error {
  override readonly name = 'BrokerUnavailableError';
}

/** A consumer of another installation's queues would take its events away. */
export class InstallationConflictError extends Error {
  override readonly name = 'InstallationConflictError';

  constructor({ own, other, marker }: { own: string; other: string; marker: string }) {
    super(
      `RabbitMQ is used by another installation under these names: it is marked as ${other} (exchange "${marker}"), and this database is ${own}. ` +
        `Set AMQP_PREFIX to a name of its own for one of the two, or stop the services of ${other}: the mark goes with the last of them.`,
    );
  }
}

export class PublishRefusedError extends Error {
  override readonly name = 'PublishRefusedError';
  /** `full`: the queue is at its limit. `unroutable`: no queue is bound to the address. */
  readonly reason: 'full' | 'unroutable';

  constructor(reason: 'full' | 'unroutable', address: Address<unknown>) {
    super(`The broker refused a message to ${address.exchange}/${address.routingKey}: ${reason}`);
    this.reason = reason;
  }
}

/** What was taken since the start. */
export interface IncomingCounts {
  /** Messages and hints that were handed to a handler. */
  consumed: number;
  /** Messages and hints that break their contract. */
  unreadable: number;
}

interface Handling<Body> {
  queue: Pick<QueueDescriptor<Body>, 'name' | 'validate'>;
  handler: (body: Body) => Outcome | void;
  logger: BrokerLogger;
  counts: IncomingCounts;
}

/** What all listeners of hints have in common, whatever queue each has. */
export const CLIENT_HINTS = { name: 'client-hints', validate: validateClientHint };

/** Hands a message to its handler. Never throws. */
export function outcomeOf<Body>(
  text: string,
  { queue, handler, counts, logger }: Handling<Body>,
): Outcome | void {
  const body = parse(text);
  if (!queue.validate(body)) {
    counts.unreadable += 1;
    const errors = fieldErrorsOf(queue.validate);
    logger.error({ queue: queue.name, errors, bytes: Buffer.byteLength(text) }, 'A message cannot be read');
    return 'reject';
  }
  counts.consumed += 1;
  try {
    return handler(body);
  } catch (error) {
    logger.error({ queue: queue.name, err: error }, 'A message could not be handled');
    return 'ack';
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether `work` ended in time. It goes on if it did not. Rejects if `work` rejects in time. */
export async function within(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    return await Promise.race([work.then(() => true as const), expired]);
  } finally {
    clearTimeout(timer);
  }
}
