import { describe, expect, it } from '@jest/globals';
import {
  DELIVERY_LIMIT,
  FALLBACK_QUEUE,
  hubQueue,
  toFallback,
  toHub,
  toQueue,
  DEAD_LETTERS_QUEUE,
} from '@svc/proto-events';
import type { AgentEventMessage, QueueDescriptor } from '@svc/proto-events';
import { PublishRefusedError } from './broker.js';
import type { Broker, Outcome, Poison } from './broker.js';
import { agentEvent, Inbox } from './inbox.suite.js';
import { POISON_FAILURES } from './verdicts.js';

/** More often than any count of tries or deliveries allows. */
const OFTEN = DELIVERY_LIMIT * 3;

const BROKEN = { ...agentEvent(1), seq: 'one' } as unknown as AgentEventMessage;

/** How a message that cannot be handled is told from one that cannot be handled now. */
export function describePoison(broker: () => Broker): void {
  const deadLetters = async () => {
    const dead = new Inbox<unknown>();
    await broker().consume(DEAD_LETTERS_QUEUE, { prefetch: 10 }, dead.handler);
    return dead;
  };

  describe('poison', () => {
    it.each([
      ['the fallback', FALLBACK_QUEUE, toFallback()],
      ['a hub', hubQueue('1'), toHub('1')],
    ])('goes to the dead letters at once, unseen, when %s cannot read it', async (_whose, queue, address) => {
      const [dead, inbox] = [await deadLetters(), new Inbox<AgentEventMessage>()];
      await broker().consume(queue, { prefetch: 1 }, inbox.handler);
      await broker().publish(address, BROKEN);
      await broker().publish(address, agentEvent(2));
      expect(await dead.received(1)).toEqual([BROKEN]);
      expect(await inbox.received(1)).toEqual([agentEvent(2)]);
      expect(broker().stats()).toMatchObject({
        poison: 1,
        poisonBy: [{ queue: queue.name.split('.')[0], reason: 'unreadable', count: 1 }],
      });
    });

    it('is counted among the dead letters', async () => {
      const inbox = new Inbox<AgentEventMessage>();
      const told: Poison[] = [];
      const onPoison = async (poison: Poison) => void told.push(poison);
      await broker().consume(FALLBACK_QUEUE, { prefetch: 1, onPoison }, inbox.handler);
      expect(await broker().deadLetterCount()).toBe(0);
      await broker().publish(toFallback(), BROKEN);
      await broker().publish(toFallback(), agentEvent(2));
      await inbox.received(1);
      expect(told).toEqual([{ queue: 'fallback', reason: 'unreadable', body: BROKEN }]);
      const dead = await deadLetters();
      await dead.received(1);
    });

    it('goes to the dead letters though nobody could be told of it', async () => {
      const dead = await deadLetters();
      const onPoison = () => Promise.reject(new Error('the database is away'));
      await broker().consume(FALLBACK_QUEUE, { prefetch: 1, onPoison }, async () => 'ack');
      await broker().publish(toFallback(), BROKEN);
      expect(await dead.received(1)).toEqual([BROKEN]);
    });

    it('is what fails again and again while others succeed, which do not wait for it', async () => {
      const dead = await deadLetters();
      const inbox = new Inbox<AgentEventMessage>(async ({ body }): Promise<Outcome> => {
        if (body.seq > 1) return 'ack';
        await broker().publish(toFallback(), agentEvent(2));
        throw new TypeError('a fault of ours');
      });
      await broker().consume(FALLBACK_QUEUE, { prefetch: 1 }, inbox.handler);
      await broker().publish(toFallback(), agentEvent(1));
      expect(await dead.received(1)).toEqual([agentEvent(1)]);
      const tries = inbox.bodies.filter(({ seq }) => seq === 1);
      // The first time nothing is known of others yet.
      expect(tries).toHaveLength(POISON_FAILURES + 1);
      expect(broker().stats().poisonBy).toEqual([{ queue: 'fallback', reason: 'failed', count: 1 }]);
    });

    it('is found out by several consumers together', async () => {
      const dead = await deadLetters();
      const decide = async ({ body }: { body: AgentEventMessage }): Promise<Outcome> => {
        if (body.seq > 1) return 'ack';
        for (const seq of [2, 3, 4]) await broker().publish(toFallback(), agentEvent(seq));
        return 'fail';
      };
      const inboxes = [new Inbox<AgentEventMessage>(decide), new Inbox<AgentEventMessage>(decide)];
      for (const { handler } of inboxes) await broker().consume(FALLBACK_QUEUE, { prefetch: 1 }, handler);
      await broker().publish(toFallback(), agentEvent(1));
      await dead.received(1);
      const tries = inboxes.flatMap(({ bodies }) => bodies.filter(({ seq }) => seq === 1));
      expect(tries.length).toBeLessThanOrEqual(2 * POISON_FAILURES);
    });
  });

  describe('dead letters', () => {
    const small: QueueDescriptor<unknown> = {
      ...DEAD_LETTERS_QUEUE,
      name: 'dead-letters.small',
      bindings: [{ exchange: 'webhook', routingKey: 'small' }],
      bytesMax: 1_000,
    };

    it('are kept up to a size, beyond which the oldest goes', async () => {
      await broker().declareQueue(small);
      const letters = Array.from({ length: 10 }, (_, number) => `${number} ${'x'.repeat(300)}`);
      for (const letter of letters) await broker().publish(toQueue(small), letter);
      const kept = new Inbox<unknown>();
      await broker().consume(small, { prefetch: 10 }, kept.handler);
      expect(await kept.received(3)).toEqual(letters.slice(-3));
    });

    it('are kept for a month', () => {
      expect(DEAD_LETTERS_QUEUE.messageTtlMs).toBe(30 * 24 * 60 * 60 * 1_000);
    });
  });

  describe('backpressure', () => {
    const expectNoPoison = async (): Promise<void> => {
      expect(broker().stats().poisonBy).toEqual([]);
      expect(await broker().deadLetterCount()).toBe(0);
    };

    it('is what fails together with all others, however often', async () => {
      let [isAway, calls] = [true, 0];
      const inbox = new Inbox<AgentEventMessage>(() => {
        calls += 1;
        if (calls >= 3 * OFTEN) isAway = false;
        if (isAway) throw new Error('a neighbour is away');
        return 'ack';
      });
      await broker().consume(FALLBACK_QUEUE, { prefetch: 2 }, inbox.handler);
      for (const seq of [1, 2, 3]) await broker().publish(toFallback(), agentEvent(seq));
      await inbox.received(3 * OFTEN + 2);
      await expectNoPoison();
    });

    it.each<Outcome | Error>(['wait', new PublishRefusedError('full', toFallback())])(
      'is what waits, however often and though others succeed (%s)',
      async (outcome) => {
        let tries = 0;
        const inbox = new Inbox<AgentEventMessage>(async ({ body }): Promise<Outcome> => {
          if (body.seq > 1) return 'ack';
          tries += 1;
          if (tries > OFTEN) return 'ack';
          await broker().publish(toFallback(), agentEvent(2));
          if (typeof outcome === 'string') return outcome;
          throw outcome;
        });
        await broker().consume(FALLBACK_QUEUE, { prefetch: 1 }, inbox.handler);
        await broker().publish(toFallback(), agentEvent(1));
        await inbox.received(2 * OFTEN + 1);
        await expectNoPoison();
      },
    );

    it('keeps messages in order and takes no more of them than the prefetch', async () => {
      let calls = 0;
      const inbox = new Inbox<AgentEventMessage>(() => {
        calls += 1;
        return calls <= OFTEN ? 'wait' : 'ack';
      });
      await broker().declareHub('1');
      for (const seq of [1, 2, 3, 4]) await broker().publish(toHub('1'), agentEvent(seq));
      await broker().consume(hubQueue('1'), { prefetch: 1 }, inbox.handler);
      const bodies = await inbox.received(OFTEN + 4);
      expect(new Set(bodies.slice(0, OFTEN).map(({ seq }) => seq))).toEqual(new Set([1]));
      expect(bodies.slice(OFTEN).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    });

    it('leaves what waits to the next consumer when its own stops', async () => {
      const first = new Inbox<AgentEventMessage>(() => 'wait');
      const consumer = await broker().consume(FALLBACK_QUEUE, { prefetch: 10 }, first.handler);
      await broker().publish(toFallback(), agentEvent(1));
      await first.received(1);
      await consumer.stop();
      const second = new Inbox<AgentEventMessage>();
      await broker().consume(FALLBACK_QUEUE, { prefetch: 10 }, second.handler);
      expect(await second.received(1)).toEqual([agentEvent(1)]);
      expect(second.deliveries[0]?.redelivered).toBe(true);
    });
  });
}
