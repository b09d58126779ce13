import { DEAD_LETTERS_QUEUE } from '@svc/proto-events';
import type { Address } from '@svc/proto-events';
import { connect } from 'amqplib';
import type { ChannelModel, ConfirmChannel, GetMessage, Message } from 'amqplib';
import { BrokerUnavailableError, PublishRefusedError } from '../broker.js';
import { describeLetter, replayOf } from '../dead-letter.js';
import type { DeadLetter } from '../dead-letter.js';
import { within } from '../within.js';

const CONNECT_TIMEOUT_MS = 5_000;
const CONFIRM_TIMEOUT_MS = 10_000;

/** Which letters are meant: those with these ids, or all; no more than `limit`. */
export interface LetterQuery {
  ids: ReadonlySet<string> | null;
  limit: number;
}

/** What became of a letter that was to be replayed. `kept`: nobody could read it. */
export type ReplayOutcome = 'replayed' | 'kept';

/** What was done with a letter, and whether it may leave the queue. */
type Acted<Result extends object> = { isDone: boolean } & Result;

/**
 * The dead letters on a RabbitMQ, for whoever looks after it. A letter stays in the queue until it is certain that it arrived elsewhere, or is
 * to be dropped: one that is only looked at, and one whose process was killed, is there again when the connection ends.
 */
export class RabbitDeadLetters {
  readonly #model: ChannelModel;
  readonly #prefix: string;

  private constructor(model: ChannelModel, prefix: string) {
    this.#model = model;
    this.#prefix = prefix;
  }

  /** Rejects with {@link BrokerUnavailableError} if RabbitMQ cannot be reached. */
  static async open({ url, namePrefix }: { url: string; namePrefix: string }): Promise<RabbitDeadLetters> {
    try {
      const model = await connect(url, { timeout: CONNECT_TIMEOUT_MS });
      // Whatever is under way says so by itself.
      model.on('error', () => {});
      return new RabbitDeadLetters(model, namePrefix);
    } catch (error) {
      throw new BrokerUnavailableError('RabbitMQ cannot be reached', { cause: error });
    }
  }

  /** How many letters lie there. Rejects if there is no such queue under the prefix. */
  async count(): Promise<number> {
    const channel = await this.#model.createChannel();
    channel.on('error', () => {});
    const { messageCount } = await channel.checkQueue(this.queueName).catch((error: unknown) => {
      throw new Error(`There is no queue ${this.queueName}: is this the AMQP_PREFIX of the services?`, {
        cause: error,
      });
    });
    await channel.close();
    return messageCount;
  }

  /**
   * Letters as they are, oldest first. All are in the queue again before the first is returned: a letter in hand is not counted, and whoever
   * reads them may take long. What is remembered of them meanwhile is bounded as the queue is.
   */
  async *list(query: LetterQuery): AsyncGenerator<DeadLetter> {
    const letters: DeadLetter[] = [];
    const looked = this.walk(query, async (): Promise<Acted<object>> => ({ isDone: false }));
    for await (const letter of looked) letters.push(letter);
    yield* letters;
  }

  /** Publishes letters again and removes each once RabbitMQ has confirmed it. If it is killed in between, a letter is replayed twice, which does no harm. */
  async *replay(query: LetterQuery): AsyncGenerator<DeadLetter & { outcome: ReplayOutcome }> {
    yield* this.walk(query, async (message, channel): Promise<Acted<{ outcome: ReplayOutcome }>> => {
      const replay = replayOf(message);
      if (replay === null) return { isDone: false, outcome: 'kept' };
      await this.publish(channel, replay.to, replay.content);
      return { isDone: true, outcome: 'replayed' };
    });
  }

  /** Removes letters for good. */
  async *drop(query: LetterQuery): AsyncGenerator<DeadLetter & { outcome: 'dropped' }> {
    yield* this.walk(query, async () => ({ isDone: true, outcome: 'dropped' as const }));
  }

  async close(): Promise<void> {
    await within(
      this.#model.close().catch(() => {}),
      CONFIRM_TIMEOUT_MS,
    );
  }

  private get queueName(): string {
    return this.#prefix + DEAD_LETTERS_QUEUE.name;
  }

  /** Sees each letter that lay there at first once at most: letters that are not done are held until the end. */
  private async *walk<Result extends object>(
    { ids, limit }: LetterQuery,
    act: (message: { content: Buffer }, channel: ConfirmChannel) => Promise<Acted<Result>>,
  ): AsyncGenerator<DeadLetter & Result> {
    let left = await this.count();
    const channel = await this.#model.createConfirmChannel();
    channel.on('error', () => {});
    try {
      for (let acted = 0; left > 0 && acted < limit; left -= 1) {
        const message: GetMessage | false = await channel.get(this.queueName, { noAck: false });
        if (message === false) return;
        const { content } = message;
        const letter = describeLetter({ content, headers: message.properties.headers ?? {} }, this.#prefix);
        if (ids !== null && !ids.has(letter.id)) continue;
        acted += 1;
        const { isDone, ...result } = await act({ content }, channel);
        if (isDone) channel.ack(message);
        yield { ...letter, ...(result as unknown as Result) };
      }
    } finally {
      await channel.close().catch(() => {});
    }
  }

  private async publish(channel: ConfirmChannel, to: Address<unknown>, content: Buffer): Promise<void> {
    let isUnroutable = false;
    const onReturn = (_message: Message) => (isUnroutable = true);
    channel.on('return', onReturn);
    try {
      const confirmed = new Promise<void>((resolve, reject) => {
        const options = { persistent: true, mandatory: true, contentType: 'application/json' };
        channel.publish(this.#prefix + to.exchange, to.routingKey, content, options, (error: unknown) => {
          if (error !== null && error !== undefined) reject(new PublishRefusedError('full', to));
          else if (isUnroutable) reject(new PublishRefusedError('unroutable', to));
          else resolve();
        });
      });
      if (!(await within(confirmed, CONFIRM_TIMEOUT_MS)))
        throw new BrokerUnavailableError(`RabbitMQ did not confirm within ${CONFIRM_TIMEOUT_MS} ms`);
    } finally {
      channel.off('return', onReturn);
    }
  }
}
