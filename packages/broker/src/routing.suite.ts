import { describe, expect, it } from '@jest/globals';
import {
  hubQueue,
  toClients,
  toHub,
  toWebhookDue,
  toWebhookWait,
  WEBHOOK_DUE_QUEUE,
} from '@svc/proto-events';
import type { AgentEventMessage, ClientHint } from '@svc/proto-events';
import type { Broker } from './broker.js';
import { agentEvent, Inbox } from './inbox.suite.js';

const PREFETCH = { prefetch: 100 };

/** Where messages go: hubs, dispatchers, delays, hints. */
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

    it('carries a ring to the dispatchers', async () => {
      const inbox = new Inbox<AgentEventMessage>();
      await broker().consume(WEBHOOK_DUE_QUEUE, PREFETCH, inbox.handler);
      await broker().publish(toWebhookDue(), agentEvent(1));
      expect(await inbox.received(1)).toEqual([agentEvent(1)]);
    });

    it('carries an event that its hub did not take in time to the dispatchers', async () => {
      const dispatchers = new Inbox<AgentEventMessage>();
      await broker().consume(WEBHOOK_DUE_QUEUE, PREFETCH, dispatchers.handler);
      await broker().declareHub('1', { ttlMs: 100 });
      await broker().publish(toHub('1'), agentEvent(1));
      expect(await dispatchers.received(1)).toEqual([agentEvent(1)]);
    });

    it('carries an event that its hub rejects to the dispatchers', async () => {
      const dispatchers = new Inbox<AgentEventMessage>();
      await broker().consume(WEBHOOK_DUE_QUEUE, PREFETCH, dispatchers.handler);
      await broker().consume(hubQueue('1'), PREFETCH, () => 'reject');
      await broker().publish(toHub('1'), agentEvent(1));
      expect(await dispatchers.received(1)).toEqual([agentEvent(1)]);
    });

    it('holds a ring back for its delay, and no shorter one behind it', async () => {
      const inbox = new Inbox<AgentEventMessage>();
      await broker().consume(WEBHOOK_DUE_QUEUE, PREFETCH, inbox.handler);
      await broker().publish(toWebhookWait(700), agentEvent(2));
      await broker().publish(toWebhookWait(200), agentEvent(1));
      expect(await inbox.received(2)).toEqual([agentEvent(1), agentEvent(2)]);
    });

    it.each([
      ['a hub that does not exist', toHub('absent')],
      ['a delay whose queue was not declared', { ...toWebhookWait(12_345), declares: undefined }],
    ])('refuses a message for %s', async (_what, { declares: _declares, ...address }) => {
      await expect(broker().publish(address, agentEvent(1))).rejects.toMatchObject({
        name: 'PublishRefusedError',
        reason: 'unroutable',
      });
    });

    it('tells every listener a hint, and loses it where nobody listens', async () => {
      const hint: ClientHint = { type: 'message', user_id: 'usr_1', agent_id: 'agt_1' };
      await broker().publish(toClients(), { type: 'credentials', agent_id: 'agt_lost' });
      const [first, second] = [new Inbox<ClientHint>(), new Inbox<ClientHint>()];
      for (const { handler } of [first, second]) {
        await broker().consumeClientHints((body) => void handler(body));
      }
      await broker().publish(toClients(), hint);
      expect(await first.received(1)).toEqual([hint]);
      expect(await second.received(1)).toEqual([hint]);
    });

    it('tells a listener that stopped nothing more', async () => {
      const [stopped, listening] = [new Inbox<ClientHint>(), new Inbox<ClientHint>()];
      const listener = await broker().consumeClientHints((body) => void stopped.handler(body));
      await broker().consumeClientHints((body) => void listening.handler(body));
      await listener.stop();
      await broker().publish(toClients(), { type: 'credentials', agent_id: 'agt_1' });
      await listening.received(1);
      expect(stopped.bodies).toEqual([]);
    });
  });
}
