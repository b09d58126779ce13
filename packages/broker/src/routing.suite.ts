import { describe, expect, it } from '@jest/globals';
import {
  FALLBACK_QUEUE,
  hubQueue,
  toClients,
  toFallback,
  toHub,
  toNowhere,
  toWebhookDue,
  toWebhookWait,
  WEBHOOK_DUE_QUEUE,
} from '@svc/proto-events';
import type { AgentEventMessage, ClientHint, WebhookDueMessage } from '@svc/proto-events';
import type { Broker } from './broker.js';
import { agentEvent, Inbox } from './inbox.suite.js';

const PREFETCH = { prefetch: 100 };

/** Where messages go: hubs, fallback, webhook delays, hints. */
export function describeRouting(broker: () => Broker): void {
  describe('routing', () => {
    it('carries an event to the hub of its slot and to no other', async () => {
      const [first, second] = [new Inbox<AgentEventMessage>(), new Inbox<AgentEventMessage>()];
      await broker().consume(hubQueue('1'), PREFETCH, first.handler);
      await broker().consume(hubQueue('2'), PREFETCH, second.handler);
      await broker().publish(toHub('1'), agentEvent(1));
      await broker().publish(toHub('2'), agentEvent(2));
      expect(await first.received(1)).toEqual([agentEvent(1)]);
      expect(await second.received(1)).toEqual([agentEvent(2)]);
    });

    it('keeps the order of one publisher', async () => {
      const inbox = new Inbox<AgentEventMessage>();
      await broker().consume(hubQueue('1'), PREFETCH, inbox.handler);
      for (let seq = 1; seq <= 500; seq += 1) void broker().publish(toHub('1'), agentEvent(seq));
      const bodies = await inbox.received(500);
      expect(bodies.map(({ seq }) => seq)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    });

    it('keeps the events of a declared hub until it consumes', async () => {
      await broker().declareHub('1');
      await broker().publish(toHub('1'), agentEvent(1));
      const inbox = new Inbox<AgentEventMessage>();
      await broker().consume(hubQueue('1'), PREFETCH, inbox.handler);
      expect(await inbox.received(1)).toEqual([agentEvent(1)]);
    });

    it.each([
      ['an event for nobody', toNowhere()],
      ['an event for a hub that does not exist', toHub('absent')],
      ['an event for the fallback', toFallback()],
    ])('carries %s to the fallback', async (_what, address) => {
      const fallback = new Inbox<AgentEventMessage>();
      await broker().consume(FALLBACK_QUEUE, PREFETCH, fallback.handler);
      await broker().publish(address, agentEvent(1));
      expect(await fallback.received(1)).toEqual([agentEvent(1)]);
    });

    it('carries an event that its hub did not take in time to the fallback', async () => {
      const fallback = new Inbox<AgentEventMessage>();
      await broker().consume(FALLBACK_QUEUE, PREFETCH, fallback.handler);
      await broker().declareHub('1', { ttlMs: 100 });
      await broker().publish(toHub('1'), agentEvent(1));
      expect(await fallback.received(1)).toEqual([agentEvent(1)]);
    });

    it('carries an event that its hub rejects to the fallback', async () => {
      const fallback = new Inbox<AgentEventMessage>();
      await broker().consume(FALLBACK_QUEUE, PREFETCH, fallback.handler);
      await broker().consume(hubQueue('1'), PREFETCH, async () => 'reject');
      await broker().publish(toHub('1'), agentEvent(1));
      expect(await fallback.received(1)).toEqual([agentEvent(1)]);
    });

    it('carries a due attempt to the dispatcher', async () => {
      const inbox = new Inbox<WebhookDueMessage>();
      await broker().consume(WEBHOOK_DUE_QUEUE, PREFETCH, inbox.handler);
      await broker().publish(toWebhookDue(), attempt(0));
      expect(await inbox.received(1)).toEqual([attempt(0)]);
    });

    it('holds an attempt back for its delay, and no shorter one behind it', async () => {
      const arrivals: number[] = [];
      const inbox = new Inbox<WebhookDueMessage>(() => {
        arrivals.push(performance.now());
        return 'ack';
      });
      await broker().consume(WEBHOOK_DUE_QUEUE, PREFETCH, inbox.handler);
      const startMs = performance.now();
      await broker().publish(toWebhookWait(700), attempt(2));
      await broker().publish(toWebhookWait(200), attempt(1));
      expect(await inbox.received(2)).toEqual([attempt(1), attempt(2)]);
      expect(Number(arrivals[0]) - startMs).toBeGreaterThanOrEqual(200);
      expect(Number(arrivals[1]) - startMs).toBeGreaterThanOrEqual(699);
    });

    it('refuses a message that no queue takes', async () => {
      const { declares: _declares, ...undeclared } = toWebhookWait(12_345);
      await expect(broker().publish(undeclared, attempt(1))).rejects.toMatchObject({
        name: 'PublishRefusedError',
        reason: 'unroutable',
      });
    });

    it('refuses further messages when a queue is full', async () => {
      await broker().declareQueue(hubQueue('1', { lengthMax: 3 }));
      const publishing = async () => {
        // The limit of a quorum queue is soft: a few more than it says may get in.
        for (let seq = 1; seq <= 100; seq += 1) await broker().publish(toHub('1'), agentEvent(seq));
      };
      await expect(publishing()).rejects.toMatchObject({ name: 'PublishRefusedError', reason: 'full' });
    });

    it('tells every listener a hint, and loses it where nobody listens', async () => {
      const hint: ClientHint = { type: 'message', user_id: 'usr_1', agent_id: 'agt_1' };
      await broker().publish(toClients(), { type: 'credentials', agent_id: 'agt_lost' });
      const [first, second] = [new Inbox<ClientHint>(), new Inbox<ClientHint>()];
      for (const inbox of [first, second]) {
        await broker().consumeClientHints(async (body) => {
          await inbox.handler({ body });
        });
      }
      await broker().publish(toClients(), hint);
      expect(await first.received(1)).toEqual([hint]);
      expect(await second.received(1)).toEqual([hint]);
    });

    it('tells a listener that stopped nothing more', async () => {
      const [stopped, listening] = [new Inbox<ClientHint>(), new Inbox<ClientHint>()];
      const listener = await broker().consumeClientHints(async (body) => {
        await stopped.handler({ body });
      });
      await broker().consumeClientHints(async (body) => {
        await listening.handler({ body });
      });
      await listener.stop();
      await broker().publish(toClients(), { type: 'credentials', agent_id: 'agt_1' });
      await listening.received(1);
      expect(stopped.bodies).toEqual([]);
    });
  });
}

function attempt(number: number): WebhookDueMessage {
  return { event_id: 'evt_1', agent_id: 'agt_1', attempt: number };
}
