import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { publishEvent } from '@svc/events';
import { hubQueue, toWebhookDue } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import { eventually, Signal } from '@svc/testkit';
import { useDispatcher } from './dispatcher-bench.suite.js';
import type { RunningDispatcher, TestAgent } from './dispatcher-bench.suite.js';

const bench = useDispatcher();
let hubs = 0;

/** Connects the agent to a hub of its own, and returns what that hub gets. */
async function connect(agent: TestAgent): Promise<{ events: Signal<AgentEventMessage>; slot: string }> {
  hubs += 1;
  const hub = await bench.store.presence.claimSlot(`hub-${hubs}`);
  await bench.store.presence.connect({
    sessionId: newId('session'),
    agentId: agent.agentId,
    ...hub,
    revokeAt: null,
  });
  const events = new Signal<AgentEventMessage>();
  await bench.broker.consume(hubQueue(hub.slot), { prefetch: 10 }, async ({ body }) => {
    events.push(body);
    return 'ack';
  });
  return { events, slot: hub.slot };
}

/** How many events the fallback has sent where. */
async function routesOf({ metrics }: RunningDispatcher) {
  return (await metrics.getSingleMetric('fallback_events_total')?.get())?.values ?? [];
}

/** Resolves when the event is left waiting. */
async function waits(agent: TestAgent, eventId: string): Promise<void> {
  await eventually(
    () => bench.event(agent, eventId),
    ({ state }) => state === 'waiting',
    { what: 'the event to wait' },
  );
}

describe('an event that reached no hub', () => {
  it('goes to the hub of an agent that has connected meanwhile, with one hop more', async () => {
    const agent = await bench.addAgent('http://127.0.0.1:1/');
    const { eventId, frame } = await bench.send(agent, 'hello', { publish: false });
    const { events } = await connect(agent);
    await bench.start();
    const event = {
      eventId,
      agentId: agent.agentId,
      seq: 1,
      type: 'user_message' as const,
      frame,
      slot: null,
    };
    await publishEvent(bench.broker, event, 1);
    expect(await events.atLeast(1)).toMatchObject([{ event_id: eventId, frame, seq: 1, hops: 2 }]);
  });

  it('is left to the sweeper when it has come back from hubs too often', async () => {
    const agent = await bench.addAgent(null);
    const { eventId, frame } = await bench.send(agent, 'hello', { publish: false });
    const { events } = await connect(agent);
    const running = await bench.start();
    const event = {
      eventId,
      agentId: agent.agentId,
      seq: 1,
      type: 'user_message' as const,
      frame,
      slot: null,
    };
    await publishEvent(bench.broker, event, 3);
    // Only once the fallback has decided does it prove anything that the hub got nothing.
    const routes = await eventually(
      () => routesOf(running),
      ({ length }) => length > 0,
      { what: 'the event to be routed' },
    );
    expect(routes).toMatchObject([{ labels: { to: 'drop' }, value: 1 }]);
    expect(events.items).toEqual([]);
    expect((await bench.store.events.route(eventId))?.state).toBe('pending');
  });

  it('waits for its agent to connect where there is no webhook', async () => {
    const agent = await bench.addAgent(null);
    await bench.start();
    const { eventId } = await bench.send(agent);
    await waits(agent, eventId);
  });

  it('waits as a trigger, unless its owner wants triggers at the webhook', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    await bench.start();
    const waiting = await bench.send(agent, 'one', { publish: false });
    const pushed = await bench.send(agent, 'two', { publish: false });
    for (const table of ['event', 'open_event'])
      await bench.sql(`UPDATE ${table} SET type = 'task_trigger' WHERE agent_id = $1`, [agent.agentId]);
    const carry = (event: { eventId: string; frame: string }) =>
      publishEvent(bench.broker, {
        ...event,
        agentId: agent.agentId,
        seq: 1,
        type: 'task_trigger',
        slot: null,
      });
    await carry(waiting);
    await waits(agent, waiting.eventId);
    await bench.store.agents.change(agent.agentId, agent.ownerId, { pushTriggersToWebhook: true });
    await carry(pushed);
    await bench.attemptsOf(pushed.eventId, 1);
    expect(receiver.requests.items).toHaveLength(1);
  });

  it('is routed although the database was away', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    let failures = 2;
    await bench.start({
      around: (store) => ({
        ...store,
        events: {
          ...store.events,
          route: (eventId) => {
            if (failures === 0) return store.events.route(eventId);
            failures -= 1;
            return Promise.reject(new Error('The database is away'));
          },
        },
      }),
    });
    const { eventId } = await bench.send(agent);
    expect(await bench.attemptsOf(eventId, 1)).toMatchObject([{ outcome: 'delivered' }]);
  });
});

describe('an event whose attempt is not granted', () => {
  it('goes to the hub if its agent has connected meanwhile', async () => {
    const agent = await bench.addAgent('http://127.0.0.1:1/');
    const { eventId } = await bench.send(agent, 'hello', { publish: false });
    const { events } = await connect(agent);
    await bench.start();
    await bench.broker.publish(toWebhookDue(), { event_id: eventId, agent_id: agent.agentId, attempt: 0 });
    expect(await events.atLeast(1)).toMatchObject([{ event_id: eventId }]);
  });

  it('waits if its webhook was taken away meanwhile', async () => {
    const agent = await bench.addAgent('http://127.0.0.1:1/');
    const { eventId } = await bench.send(agent, 'hello', { publish: false });
    await bench.store.agents.change(agent.agentId, agent.ownerId, { webhookUrl: null });
    await bench.start();
    await bench.broker.publish(toWebhookDue(), { event_id: eventId, agent_id: agent.agentId, attempt: 0 });
    await waits(agent, eventId);
  });
});

describe('an event whose attempt fails', () => {
  it('goes to the hub of an agent that has connected during the attempt, without waiting for the retry', async () => {
    let fail = (): void => {};
    const receiver = await bench.receiver((_request, response) => {
      fail = () => response.writeHead(503, { 'retry-after': '120' }).end();
    });
    const agent = await bench.addAgent(receiver.url);
    await bench.start();
    const { eventId } = await bench.send(agent);
    await receiver.requests.atLeast(1);
    const { events } = await connect(agent);
    fail();
    expect(await events.atLeast(1)).toMatchObject([{ event_id: eventId }]);
  });
});
