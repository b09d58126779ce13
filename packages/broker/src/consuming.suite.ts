import { describe, expect, it } from '@jest/globals';
import { hubQueue, toHub } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import type { Broker, Outcome } from './broker.js';
import { agentEvent, gate, Inbox } from './inbox.suite.js';

/** What becomes of messages: outcomes, prefetch, stopping. */
export function describeConsuming(broker: () => Broker): void {
  describe('consuming', () => {
    it('delivers a message again when its handler lets it wait, or throws', async () => {
      const inbox: Inbox<AgentEventMessage> = new Inbox(({ body }): Outcome => {
        const tries = inbox.bodies.filter(({ seq }) => seq === body.seq).length;
        if (tries === 2) throw new Error('not yet');
        return tries === 1 ? 'wait' : 'ack';
      });
      await broker().consume(hubQueue('1'), { prefetch: 1 }, inbox.handler);
      await broker().publish(toHub('1'), agentEvent(1));
      await broker().publish(toHub('1'), agentEvent(2));
      expect((await inbox.received(6)).map(({ seq }) => seq)).toEqual([1, 1, 1, 2, 2, 2]);
    });

    it('leaves what waits to the next consumer when its own stops', async () => {
      const isStopping = gate();
      const first = new Inbox<AgentEventMessage>(async (): Promise<Outcome> => {
        await isStopping.opened;
        return 'wait';
      });
      const consumer = await broker().consume(hubQueue('1'), { prefetch: 10 }, first.handler);
      await broker().publish(toHub('1'), agentEvent(1));
      await first.received(1);
      const stopped = consumer.stop();
      isStopping.open();
      await stopped;
      const second = new Inbox<AgentEventMessage>();
      await broker().consume(hubQueue('1'), { prefetch: 10 }, second.handler);
      expect(await second.received(1)).toEqual([agentEvent(1)]);
    });

    it('hands out no more messages at once than the prefetch allows', async () => {
      const release = gate();
      let [running, runningMax] = [0, 0];
      const inbox = new Inbox<AgentEventMessage>(async (): Promise<Outcome> => {
        running += 1;
        runningMax = Math.max(runningMax, running);
        await release.opened;
        running -= 1;
        return 'ack';
      });
      await broker().declareHub('1');
      await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((seq) => broker().publish(toHub('1'), agentEvent(seq))));
      await broker().consume(hubQueue('1'), { prefetch: 3 }, inbox.handler);
      await inbox.received(3);
      release.open();
      await inbox.received(8);
      expect(runningMax).toBe(3);
    });

    it('runs 2,000 handlers at once', async () => {
      const release = gate();
      const inbox = new Inbox<AgentEventMessage>(async (): Promise<Outcome> => {
        await release.opened;
        return 'ack';
      });
      await broker().consume(hubQueue('1'), { prefetch: 2_000 }, inbox.handler);
      await Promise.all(
        Array.from({ length: 2_000 }, (_, seq) => broker().publish(toHub('1'), agentEvent(seq + 1))),
      );
      await inbox.received(2_000);
      release.open();
    });

    it('lets the next consumer of a hub take over when the active one stops', async () => {
      const [active, standby] = [new Inbox<AgentEventMessage>(), new Inbox<AgentEventMessage>()];
      const consumer = await broker().consume(hubQueue('1'), { prefetch: 10 }, active.handler);
      await broker().consume(hubQueue('1'), { prefetch: 10 }, standby.handler);
      for (const seq of [1, 2, 3, 4]) await broker().publish(toHub('1'), agentEvent(seq));
      await active.received(4);
      expect(standby.bodies).toEqual([]);
      await consumer.stop();
      await broker().publish(toHub('1'), agentEvent(5));
      expect(await standby.received(1)).toEqual([agentEvent(5)]);
    });

    it('waits for running handlers when a consumer stops, and leaves the rest to the next', async () => {
      const release = gate();
      const first = new Inbox<AgentEventMessage>(async (): Promise<Outcome> => {
        await release.opened;
        return 'ack';
      });
      const consumer = await broker().consume(hubQueue('1'), { prefetch: 1 }, first.handler);
      await broker().publish(toHub('1'), agentEvent(1));
      await broker().publish(toHub('1'), agentEvent(2));
      await first.received(1);
      const stopped = Promise.all([consumer.stop(), consumer.stop()]);
      release.open();
      await stopped;
      const second = new Inbox<AgentEventMessage>();
      await broker().consume(hubQueue('1'), { prefetch: 10 }, second.handler);
      expect(await second.received(1)).toEqual([agentEvent(2)]);
      expect(first.bodies).toEqual([agentEvent(1)]);
    });
  });
}
