import { EXCHANGES, FIXED_QUEUES } from '@svc/proto-events';
import type { QueueDescriptor } from '@svc/proto-events';
import type { Channel, Options } from 'amqplib';
import { InstallationConflictError } from '../broker.js';

export class RabbitTopology {
  private readonly queues = new Map<string, QueueDescriptor<unknown>>();
  readonly #prefix: string;
  readonly #installationId: (() => Promise<string>) | undefined;
  #own: string | undefined;

  /** @param installationId asked for once. Default: the names are not marked. */
  constructor(prefix: string, installationId?: () => Promise<string>) {
    this.#prefix = prefix;
    this.#installationId = installationId;
    for (const queue of FIXED_QUEUES) this.queues.set(queue.name, queue);
  }

  nameOf(name: string): string {
    return this.#prefix + name;
  }

  /**
   * First on a new connection: marks the names under the prefix as this installation's, while one of its
   * services is connected.
   *
   * The mark is an exchange whose alternate exchange, which need not exist, carries the installation's id:
   * RabbitMQ refuses to declare it again with another one (AMQP 0-9-1, 406) and names both, so of two that come
   * at once only one succeeds. Each connection keeps it alive by a queue of its own, and RabbitMQ removes it
   * with the last of them. So a new database finds the broker free. Messages that the old one left name events
   * that the new one does not have, and are ignored.
   *
   * @throws InstallationConflictError if another installation was here first. The channel is closed then.
   */
  async claim(channel: Channel): Promise<void> {
    const own = (this.#own ??= await this.#installationId?.());
    if (own === undefined) return;
    const marker = this.nameOf(MARKER);
    try {
      await channel.assertExchange(marker, 'fanout', {
        durable: false,
        autoDelete: true,
        internal: true,
        alternateExchange: `${ID_PREFIX}${own}`,
      });
      // The queue lives as long as the connection, however many channels there are. Nothing is ever in it.
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: false, durable: false });
      await channel.bindQueue(queue, marker, '');
    } catch (error) {
      const other = otherIdIn(error);
      throw other === null ? error : new InstallationConflictError({ own, other, marker });
    }
  }

  /** Declares all exchanges, and every queue that was ever declared here: a broker may have lost them. */
  async declareAll(channel: Channel): Promise<void> {
    await this.claim(channel);
    for (const { name, type } of EXCHANGES) {
      await channel.assertExchange(this.nameOf(name), type, { durable: true });
    }
    for (const queue of this.queues.values()) await this.declareQueue(channel, queue);
  }

  async declareQueue(channel: Channel, queue: QueueDescriptor<unknown>): Promise<void> {
    await channel.assertQueue(this.nameOf(queue.name), this.queueOptions(queue));
    for (const { exchange, routingKey } of queue.bindings) {
      await channel.bindQueue(this.nameOf(queue.name), this.nameOf(exchange), routingKey);
    }
    this.queues.set(queue.name, queue);
  }

  declareLater(queue: QueueDescriptor<unknown>): void {
    this.queues.set(queue.name, queue);
  }

  async deleteAll(channel: Channel): Promise<void> {
    for (const name of this.queues.keys()) await channel.deleteQueue(this.nameOf(name));
    for (const { name } of [...EXCHANGES].reverse()) await channel.deleteExchange(this.nameOf(name));
    await channel.deleteExchange(this.nameOf(MARKER));
  }

  private queueOptions(queue: QueueDescriptor<unknown>): Options.AssertQueue {
    const { deadLetter, messageTtlMs, bytesMax } = queue;
    return {
      durable: true,
      arguments: {
        'x-queue-type': 'classic',
        'x-overflow': bytesMax === undefined ? 'reject-publish' : 'drop-head',
        'x-max-length': queue.lengthMax,
        ...(queue.singleActiveConsumer && { 'x-single-active-consumer': true }),
        ...(bytesMax !== undefined && { 'x-max-length-bytes': bytesMax }),
        ...(messageTtlMs !== undefined && { 'x-message-ttl': messageTtlMs }),
        ...(deadLetter && {
          'x-dead-letter-exchange': this.nameOf(deadLetter.exchange),
          'x-dead-letter-routing-key': deadLetter.routingKey,
        }),
      },
    };
  }
}

const MARKER = 'installation';
const ID_PREFIX = 'installation.';

/** RabbitMQ says `received 'installation.a' but current is 'installation.b'`. */
function otherIdIn(error: unknown): string | null {
  if (!(error instanceof Error) || !error.message.includes('alternate-exchange')) return null;
  return /but current is '(?:installation\.)?([^']*)'/.exec(error.message)?.[1] ?? null;
}
