import { DEAD_LETTERS_QUEUE, FORMER_DEAD_LETTERS_QUEUE_NAME, toDead } from '@svc/proto-events';
import type { Address } from '@svc/proto-events';
import type { Channel } from 'amqplib';
import { describeLetter, letterHeaders } from '../dead-letter.js';
import type { Headers } from '../marks.js';
import type { BrokerLogger } from '../options.js';
import { isRefusal } from './rabbit-connection.js';
import type { RabbitConnection } from './rabbit-connection.js';

/**
 * Moves dead letters of an earlier version to the queue of today, and removes the binding of their former queue. Any number of processes may do
 * this at once. A letter is removed only after it has arrived, so a letter may be there twice and none is lost. The empty queue stays: a service of the
 * earlier version that still runs may bind it again, and what it puts there is moved with the next connection.
 */
export class RabbitFormerDeadLetters {
  private isMoving = false;
  readonly #options: {
    connection: RabbitConnection;
    prefix: string;
    logger: BrokerLogger;
    /** Publishes a message as it is. */
    forward: (to: Address<unknown>, content: Buffer, headers: Headers) => Promise<void>;
  };

  constructor(options: {
    connection: RabbitConnection;
    prefix: string;
    logger: BrokerLogger;
    /** Publishes a message as it is. */
    forward: (to: Address<unknown>, content: Buffer, headers: Headers) => Promise<void>;
  }) {
    this.#options = options;
  }

  /** Never rejects: the next connection goes on with what remains. */
  async move(): Promise<void> {
    if (this.isMoving) return;
    this.isMoving = true;
    const { logger } = this.#options;
    try {
      const moved = await this.moveAll();
      if (moved > 0) logger.info({ letters: moved }, 'Dead letters were moved to their new queue');
    } catch (error) {
      logger.warn({ err: error }, 'Dead letters of an earlier version are not moved yet');
    } finally {
      this.isMoving = false;
    }
  }

  private async moveAll(): Promise<number> {
    const { connection, prefix } = this.#options;
    const channel = await connection.createChannel();
    channel.on('error', () => {});
    const queue = prefix + FORMER_DEAD_LETTERS_QUEUE_NAME;
    let letters: number;
    try {
      letters = (await channel.checkQueue(queue)).messageCount;
    } catch (error) {
      // There is no such queue, as in most installations.
      if (isRefusal(error)) return 0;
      throw error;
    }
    try {
      for (const { exchange, routingKey } of DEAD_LETTERS_QUEUE.bindings)
        await channel.unbindQueue(queue, prefix + exchange, routingKey);
      return await this.moveEach(channel, queue, letters);
    } finally {
      await channel.close().catch(() => {});
    }
  }

  /** Not more than lay there at first: where the queue is bound again meanwhile, what is moved arrives there as well. */
  private async moveEach(channel: Channel, queue: string, letters: number): Promise<number> {
    const { forward, prefix } = this.#options;
    let moved = 0;
    for (; moved < letters; moved += 1) {
      const message = await channel.get(queue, { noAck: false });
      if (message === false) break;
      const { content, properties } = message;
      // Written down, because RabbitMQ's own headers of a dead letter are lost when it is published again.
      const letter = describeLetter({ content, headers: properties.headers ?? {} }, prefix);
      await forward(toDead(), content, letterHeaders(letter));
      channel.ack(message);
    }
    return moved;
  }
}
