import {
  hubQueue,
  toClients,
  toHub,
  toWebhookDue,
  toWebhookWait,
  WEBHOOK_DUE_QUEUE,
  webhookWaitQueue,
} from '@svc/proto-events';
import type { AgentEventMessage, ClientHint } from '@svc/proto-events';
import type { Broker } from './broker.js';
import { agentEvent, Inbox, seqOf } from './inbox.suite.js';

export interface BrokerUnderTest {
  broker: Broker;
  /** Stops the broker and removes what it left. */
  end(): Promise<void>;
}

const PREFETCH = { prefetch: 100 };
const BROKEN = { events: 'one' } as unknown as AgentEventMessage;

/** What every broker does. `open` returns a started broker that nothing else uses. */
export function describeBroker(name: string, open: () => Promise<BrokerUnderTest>): void {
  describe(`${name} broker`, () => {
    let broker: Broker;
    let end: () => Promise<void>;

    beforeEach(async () => ({ broker, end } = await open()));
    afterEach(() => end());

    const publish = (slot: string, seq: number) => broker.publish(toHub(slot), agentEvent(seq));

    /** An inbox that takes what comes for the hub of a slot. */
    const hubInbox = async (slot: string): Promise<Inbox> => {
      const inbox = new Inbox();
      await broker.consume(hubQueue(slot), PREFETCH, inbox.handler);
      return inbox;
    };

    it('carries an event to the hub of its slot and to no other', async () => {
      const [first, second] = [await hubInbox('1'), await hubInbox('2')];
      await publish('1', 1);
      await publish('2', 2);
      expect(await first.received(1)).toEqual([agentEvent(1)]);
      expect(await second.received(1)).toEqual([agentEvent(2)]);
    });

    it('keeps the order of one publisher', async () => {
      const inbox = await hubInbox('1');
      for (let seq = 1; seq <= 500; seq += 1) void publish('1', seq);
      const bodies = await inbox.received(500);
      expect(bodies.map(seqOf)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    });

    it('carries an event that its hub rejects to the dispatchers', async () => {
      const dispatchers = new Inbox();
      await broker.consume(WEBHOOK_DUE_QUEUE, PREFETCH, dispatchers.handler);
      await broker.consume(hubQueue('1'), PREFETCH, () => 'reject');
      await publish('1', 1);
      expect(await dispatchers.received(1)).toEqual([agentEvent(1)]);
    });

    it('holds a ring back for its delay, and no shorter one behind it', async () => {
      const inbox = new Inbox();
      for (const delayMs of [700, 200]) await broker.declareQueue(webhookWaitQueue(delayMs));
      await broker.consume(WEBHOOK_DUE_QUEUE, PREFETCH, inbox.handler);
      await broker.publish(toWebhookWait(700), agentEvent(2));
      await broker.publish(toWebhookWait(200), agentEvent(1));
      expect(await inbox.received(2)).toEqual([agentEvent(1), agentEvent(2)]);
    });

    it('refuses a message that no queue takes', async () => {
      const refused = { name: 'PublishRefusedError', reason: 'unroutable' };
      await expect(publish('absent', 1)).rejects.toMatchObject(refused);
    });

    it('tells every listener a hint, those that have stopped nothing more, and loses it where nobody listens', async () => {
      const hint: ClientHint = { type: 'message', user_id: 'usr_1', agent_id: 'agt_1' };
      await broker.publish(toClients(), { type: 'credentials', agent_id: 'agt_lost' });
      const inboxes = [new Inbox<ClientHint>(), new Inbox<ClientHint>(), new Inbox<ClientHint>()];
      const listeners = [];
      for (const { handler } of inboxes)
        listeners.push(await broker.consumeClientHints((body) => void handler(body)));
      await listeners[0]?.stop();
      await broker.publish(toClients(), hint);
      for (const inbox of inboxes.slice(1)) expect(await inbox.received(1)).toEqual([hint]);
      expect(inboxes[0]?.bodies).toEqual([]);
    });

    it.each([
      ['dispatchers', WEBHOOK_DUE_QUEUE, toWebhookDue()],
      ['a hub', hubQueue('1'), toHub('1')],
    ])('never shows a message of %s that cannot be read, which holds up none', async (_of, queue, to) => {
      const inbox = new Inbox();
      await broker.consume(queue, { prefetch: 1 }, inbox.handler);
      await broker.publish(to, BROKEN);
      await broker.publish(to, agentEvent(2));
      expect(await inbox.received(1)).toEqual([agentEvent(2)]);
      expect(broker.stats()).toMatchObject({ unreadable: 1, consumed: 1 });
    });

    it('is done with a message whose handler throws', async () => {
      const inbox = new Inbox<AgentEventMessage>((body) => {
        if (seqOf(body) === 1) throw new TypeError('a fault of ours');
        return 'ack';
      });
      await broker.consume(hubQueue('1'), { prefetch: 1 }, inbox.handler);
      await publish('1', 1);
      await publish('1', 2);
      expect((await inbox.received(2)).map(seqOf)).toEqual([1, 2]);
    });

    it('lets the next consumer of a hub take over when the active one stops', async () => {
      const [active, standby] = [new Inbox(), new Inbox()];
      const consumer = await broker.consume(hubQueue('1'), PREFETCH, active.handler);
      await broker.consume(hubQueue('1'), PREFETCH, standby.handler);
      for (const seq of [1, 2, 3, 4]) await publish('1', seq);
      await active.received(4);
      expect(standby.bodies).toEqual([]);
      await Promise.all([consumer.stop(), consumer.stop()]);
      await publish('1', 5);
      expect(await standby.received(1)).toEqual([agentEvent(5)]);
      expect(active.bodies).toHaveLength(4);
    });

    it('confirms everything that was under way before it stops, is not ready then, and refuses what comes later', async () => {
      await broker.declareQueue(hubQueue('a'));
      const publishes = Array.from({ length: 200 }, (_, seq) => publish('a', seq + 1));
      expect(broker.isReady()).toBe(true);
      await Promise.all([broker.stop(), broker.stop()]);
      await expect(Promise.all(publishes)).resolves.toHaveLength(200);
      expect(broker.stats()).toMatchObject({ published: 200, inFlight: 0 });
      expect(broker.isReady()).toBe(false);
      await expect(publish('a', 1)).rejects.toMatchObject({ name: 'BrokerUnavailableError' });
    });
  });
}
