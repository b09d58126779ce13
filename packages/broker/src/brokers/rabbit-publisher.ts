import type { Address } from '@svc/proto-events';
import type { ChannelModel, ConfirmChannel, Message } from 'amqplib';
import { BrokerUnavailableError, PublishRefusedError } from '../broker.js';
import type { BrokerLogger } from '../options.js';
import { within } from '../within.js';
import { Backlog } from './backlog.js';
import type { RabbitTopology } from './rabbit-topology.js';

const SWEEP_INTERVAL_MS = 250;

export interface RabbitPublisherOptions {
  topology: RabbitTopology;
  logger: BrokerLogger;
  inFlightMax: number;
  waitingMax: number;
  publishTimeoutMs: number;
}

interface Publish {
  readonly id: number;
  readonly to: Address<unknown>;
  readonly content: Buffer;
  readonly deadlineMs: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  settled: boolean;
  unroutable: boolean;
}

/**
 * Publishes with confirmation over one channel at a time.
 *
 * Publishes wait in order until the channel is there and has room. When a channel is lost, what it had not confirmed
 * goes out again on the next one, before everything that waits: it may then arrive twice, but it is not lost.
 */
export class RabbitPublisher {
  published = 0;
  refused = 0;
  private channel: ConfirmChannel | undefined;
  private readonly waiting = new Backlog<Publish>();
  private sent = new Map<number, Publish>();
  private nextId = 1;
  private stopped = false;
  private isAway = false;
  private sweeper: NodeJS.Timeout | undefined;
  private onIdle: (() => void) | undefined;
  readonly #options: RabbitPublisherOptions;

  constructor(options: RabbitPublisherOptions) {
    this.#options = options;
  }

  publish(to: Address<unknown>, body: unknown): Promise<void> {
    if (this.stopped) return Promise.reject(new BrokerUnavailableError('The broker is stopped'));
    if (to.mayBeLost && (this.isAway || !this.channel)) return Promise.resolve();
    if (this.isAway) {
      this.refused += 1;
      return Promise.reject(awayError());
    }
    if (this.waiting.length >= this.#options.waitingMax) {
      this.refused += 1;
      return Promise.reject(new BrokerUnavailableError('Too many publishes wait for the broker'));
    }
    const content = Buffer.from(JSON.stringify(body));
    return new Promise((resolve, reject) => {
      this.waiting.push({
        id: this.nextId++,
        to,
        content,
        deadlineMs: performance.now() + this.#options.publishTimeoutMs,
        resolve,
        reject,
        settled: false,
        unroutable: false,
      });
      this.sweeper ??= setInterval(() => this.expire(), SWEEP_INTERVAL_MS).unref();
      this.pump();
    });
  }

  /**
   * While the broker is away nothing is taken, so that nobody waits for it, memory does not fill, and its return brings no flood: the
   * store has every event. What is under way when it goes fails at once.
   */
  setAway(isAway: boolean): void {
    if (this.isAway === isAway) return;
    this.isAway = isAway;
    if (!isAway) return;
    for (const publish of this.waiting.takeAll()) this.fail(publish, awayError());
    // These keep their place in flight until the channel has answered or is gone.
    for (const publish of this.sent.values()) {
      if (!publish.to.mayBeLost) this.fail(publish, awayError());
    }
    this.checkIdle();
  }

  inFlight(): number {
    return this.sent.size;
  }

  /** Opens the channel of a new connection. Nothing is published before {@link resume}. */
  async open(model: ChannelModel): Promise<() => void> {
    const channel = await model.createConfirmChannel();
    channel.on('error', (error) =>
      this.#options.logger.warn({ error: error.message }, 'Publish channel failed'),
    );
    // First in line, so that publishes which the channel gives up are already taken back when it tells their callbacks.
    channel.prependListener('close', () => this.lose(channel, model));
    channel.on('return', (message: Message) => {
      const publish = this.sent.get(Number(message.properties.messageId));
      if (publish) publish.unroutable = true;
    });
    await this.#options.topology.declareAll(channel);
    return () => {
      this.channel = channel;
      this.pump();
    };
  }

  /** Waits until everything accepted is confirmed or has failed, but no longer than `limitMs`; the rest fails. */
  async stop(limitMs: number): Promise<void> {
    this.stopped = true;
    const idle = new Promise<void>((resolve) => (this.onIdle = resolve));
    this.checkIdle();
    await within(idle, limitMs);
    clearInterval(this.sweeper);
    for (const publish of [...this.sent.values(), ...this.waiting.takeAll()]) {
      this.fail(
        publish,
        new BrokerUnavailableError('The broker was stopped before it confirmed the message'),
      );
    }
  }

  private pump(): void {
    while (this.channel && this.waiting.length > 0 && this.sent.size < this.#options.inFlightMax) {
      const publish = this.waiting.shift();
      if (publish && !publish.settled && !this.sendOrKeep(this.channel, publish)) return;
    }
  }

  /**
   * amqplib throws on a channel that is closing and has not said so yet. What such a channel does not take goes out on the next one. What cannot be written
   * at all fails, and nothing else with it: amqplib writes and counts a message only when all of it is encoded.
   *
   * @returns false if the channel takes nothing any more.
   */
  private sendOrKeep(channel: ConfirmChannel, publish: Publish): boolean {
    try {
      this.send(channel, publish);
      return true;
    } catch (error) {
      this.sent.delete(publish.id);
      const isClosing = (error as Error).name === 'IllegalOperationError';
      if (!isClosing) this.fail(publish, error as Error);
      else if (publish.to.mayBeLost) publish.resolve();
      else this.waiting.putBack([publish]);
      this.checkIdle();
      return !isClosing;
    }
  }

  private send(channel: ConfirmChannel, publish: Publish): void {
    const { to, content, id } = publish;
    this.sent.set(id, publish);
    const lasting = !to.mayBeLost;
    channel.publish(
      this.#options.topology.nameOf(to.exchange),
      to.routingKey,
      content,
      {
        persistent: lasting,
        mandatory: lasting,
        messageId: String(id),
        contentType: 'application/json',
      },
      (error: unknown) => {
        if (this.channel === channel) this.confirm(publish, error !== null);
      },
    );
  }

  private confirm(publish: Publish, nacked: boolean): void {
    this.sent.delete(publish.id);
    // A listener's queue that is just being deleted refuses a hint, which may be lost like any other.
    if (nacked && !publish.to.mayBeLost) this.fail(publish, new PublishRefusedError('full', publish.to));
    else if (publish.unroutable) this.failUnroutable(publish);
    else if (!publish.settled) {
      publish.settled = true;
      this.published += 1;
      publish.resolve();
    }
    this.pump();
    this.checkIdle();
  }

  private failUnroutable(publish: Publish): void {
    if (publish.to.declares) this.#options.topology.forget(publish.to.declares);
    this.fail(publish, new PublishRefusedError('unroutable', publish.to));
  }

  private lose(channel: ConfirmChannel, model: ChannelModel): void {
    // Where only the channel failed, its connection is given up too, so that one path of recovery serves both.
    setImmediate(() => void model.close().catch(() => {}));
    if (this.channel !== channel) return;
    this.channel = undefined;
    const unconfirmed = [...this.sent.values()].filter(
      (publish) => !publish.settled && !publish.to.mayBeLost,
    );
    for (const publish of this.sent.values()) {
      if (publish.to.mayBeLost) publish.resolve();
    }
    this.sent.clear();
    this.waiting.putBack(unconfirmed);
    this.checkIdle();
  }

  private expire(): void {
    const nowMs = performance.now();
    const late = (publish: Publish) => publish.deadlineMs <= nowMs;
    const error = () =>
      new BrokerUnavailableError(`The broker did not confirm within ${this.#options.publishTimeoutMs} ms`);
    for (let first = this.waiting.peek(); first && late(first); first = this.waiting.peek()) {
      this.waiting.shift();
      this.fail(first, error());
    }
    // A sent one keeps its place in flight until the channel has answered or is gone: the bound is one of memory.
    for (const publish of this.sent.values()) if (late(publish)) this.fail(publish, error());
    if (this.waiting.length === 0 && this.sent.size === 0) {
      clearInterval(this.sweeper);
      this.sweeper = undefined;
    }
    this.checkIdle();
  }

  private fail(publish: Publish, error: Error): void {
    if (publish.settled) return;
    publish.settled = true;
    this.refused += 1;
    publish.reject(error);
  }

  private checkIdle(): void {
    if (this.waiting.length === 0 && this.sent.size === 0) this.onIdle?.();
  }
}

function awayError(): Error {
  return new BrokerUnavailableError('RabbitMQ is away');
}
