import { describe, expect, it } from '@jest/globals';
import { hubQueue, toHub, toWebhookDue, WEBHOOK_DUE_QUEUE } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import type { Broker } from './broker.js';
import { agentEvent, Inbox } from './inbox.suite.js';

const BROKEN = { ...agentEvent(1), seq: 'one' } as unknown as AgentEventMessage;

/** What becomes of messages: those that cannot be handled, and those of consumers that stop. */
export function describeConsuming(broker: () => Broker): void {
  describe('consuming', () => {
    it.each([
      ['dispatchers', WEBHOOK_DUE_QUEUE, toWebhookDue()],
      ['a hub', hubQueue('1'), toHub('1')],
    ])('never shows a message of %s that cannot be read, which holds up none', async (_of, queue, to) => {
      const inbox = new Inbox<AgentEventMessage>();
      await broker().consume(queue, { prefetch: 1 }, inbox.handler);
      await broker().publish(to, BROKEN);
      await broker().publish(to, agentEvent(2));
      expect(await inbox.received(1)).toEqual([agentEvent(2)]);
      expect(broker().stats()).toMatchObject({ unreadable: 1, consumed: 1 });
    });

    it('is done with a message whose handler throws', async () => {
      const inbox = new Inbox<AgentEventMessage>(({ seq }) => {
        if (seq === 1) throw new TypeError('a fault of ours');
        return 'ack';
      });
      await broker().consume(hubQueue('1'), { prefetch: 1 }, inbox.handler);
      await broker().publish(toHub('1'), agentEvent(1));
      await broker().publish(toHub('1'), agentEvent(2));
      expect((await inbox.received(2)).map(({ seq }) => seq)).toEqual([1, 2]);
    });

    it('lets the next consumer of a hub take over when the active one stops', async () => {
      const [active, standby] = [new Inbox<AgentEventMessage>(), new Inbox<AgentEventMessage>()];
      const consumer = await broker().consume(hubQueue('1'), { prefetch: 10 }, active.handler);
      await broker().consume(hubQueue('1'), { prefetch: 10 }, standby.handler);
      for (const seq of [1, 2, 3, 4]) await broker().publish(toHub('1'), agentEvent(seq));
      await active.received(4);
      expect(standby.bodies).toEqual([]);
      await Promise.all([consumer.stop(), consumer.stop()]);
      await broker().publish(toHub('1'), agentEvent(5));
      expect(await standby.received(1)).toEqual([agentEvent(5)]);
      expect(active.bodies).toHaveLength(4);
    });

    it('leaves what comes after it stopped to the next', async () => {
      const [first, second] = [new Inbox<AgentEventMessage>(), new Inbox<AgentEventMessage>()];
      const consumer = await broker().consume(hubQueue('1'), { prefetch: 10 }, first.handler);
      await broker().publish(toHub('1'), agentEvent(1));
      await first.received(1);
      await consumer.stop();
      await broker().publish(toHub('1'), agentEvent(2));
      await broker().consume(hubQueue('1'), { prefetch: 10 }, second.handler);
      expect(await second.received(1)).toEqual([agentEvent(2)]);
    });
  });
}
