import { describe, expect, it } from '@jest/globals';
import { FALLBACK_QUEUE, hubQueue, toFallback, toHub } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import { PublishRefusedError } from './broker.js';
import type { Broker, Outcome } from './broker.js';
import { agentEvent, Inbox } from './inbox.suite.js';

const BROKEN = { ...agentEvent(1), seq: 'one' } as unknown as AgentEventMessage;

/** What becomes of messages that cannot be handled. */
export function describeGivingUp(broker: () => Broker): void {
  describe('a message that cannot be handled', () => {
    it.each([
      ['the fallback', FALLBACK_QUEUE, toFallback()],
      ['a hub', hubQueue('1'), toHub('1')],
    ])(
      'is never seen by a handler where %s cannot read it, and holds up none',
      async (_whose, queue, address) => {
        const inbox = new Inbox<AgentEventMessage>();
        await broker().consume(queue, { prefetch: 1 }, inbox.handler);
        await broker().publish(address, BROKEN);
        await broker().publish(address, agentEvent(2));
        expect(await inbox.received(1)).toEqual([agentEvent(2)]);
        expect(broker().stats()).toMatchObject({ unreadable: 1, consumed: 1 });
      },
    );

    it('is tried five times and given up, which its consumer is told, and holds up none', async () => {
      const givenUp: unknown[] = [];
      const inbox = new Inbox<AgentEventMessage>(({ body }): Outcome => {
        if (body.seq === 1) throw new TypeError('a fault of ours');
        return 'ack';
      });
      const options = { prefetch: 1, onGivenUp: async (body: unknown) => void givenUp.push(body) };
      await broker().consume(FALLBACK_QUEUE, options, inbox.handler);
      await broker().publish(toFallback(), agentEvent(1));
      await broker().publish(toFallback(), agentEvent(2));
      const bodies = await inbox.received(6);
      expect(bodies.map(({ seq }) => seq)).toEqual([1, 1, 1, 1, 1, 2]);
      expect(givenUp).toEqual([agentEvent(1)]);
    });

    it('is given up though nobody can be told', async () => {
      const inbox = new Inbox<AgentEventMessage>(({ body }) => (body.seq === 1 ? 'fail' : 'ack'));
      const onGivenUp = () => Promise.reject(new Error('the database is away'));
      await broker().consume(FALLBACK_QUEUE, { prefetch: 1, onGivenUp }, inbox.handler);
      await broker().publish(toFallback(), agentEvent(1));
      await broker().publish(toFallback(), agentEvent(2));
      expect((await inbox.received(6)).at(-1)).toEqual(agentEvent(2));
    });

    it.each<Outcome | Error>(['wait', new PublishRefusedError('full', toFallback())])(
      'because of a neighbour (%s) is given up without a word: its event is not at fault',
      async (outcome) => {
        const givenUp: unknown[] = [];
        const inbox = new Inbox<AgentEventMessage>(({ body }): Outcome => {
          if (body.seq > 1) return 'ack';
          if (typeof outcome === 'string') return outcome;
          throw outcome;
        });
        const options = { prefetch: 1, onGivenUp: async (body: unknown) => void givenUp.push(body) };
        await broker().consume(FALLBACK_QUEUE, options, inbox.handler);
        await broker().publish(toFallback(), agentEvent(1));
        await broker().publish(toFallback(), agentEvent(2));
        expect((await inbox.received(6)).map(({ seq }) => seq)).toEqual([1, 1, 1, 1, 1, 2]);
        expect(givenUp).toEqual([]);
      },
    );
  });
}
