import { expect, it } from '@jest/globals';
import { BrokerUnavailableError } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { newId } from '@svc/domain';
import { createAnnouncer, Publishing } from '@svc/events';
import { hubQueue } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import { createLogger } from '@svc/runtime';
import { Signal } from '@svc/testkit';
import { useDispatcher } from './dispatcher-bench.suite.js';
import type { TestAgent } from './dispatcher-bench.suite.js';

const bench = useDispatcher();

/** An event that found nobody when it was written, and is announced when the returned function is called. */
async function unannounced(agent: TestAgent): Promise<{ eventId: string; announce: () => Promise<unknown> }> {
  const { eventId, frame } = await bench.send(agent, 'hello', { publish: false });
  const announcer = createAnnouncer({
    ...{ broker: bench.broker, events: bench.store.events },
    hints: { eventChanged: () => {}, runChanged: () => {} },
    publishing: new Publishing(createLogger({ service: 'test', level: 'silent' })),
  });
  const event = { eventId, agentId: agent.agentId, seq: 1, type: 'user_message' as const, frame };
  return { eventId, announce: () => announcer.announceAll([{ ...event, slot: null, isReachable: false }]) };
}

it('an event that found nobody reaches the hub of an agent that connects before it is left waiting', async () => {
  const agent = await bench.addAgent(null);
  await bench.start();
  const { eventId, announce } = await unannounced(agent);
  const hub = await bench.store.presence.claimSlot('announced');
  await bench.store.presence.connect({
    ...{ sessionId: newId('session'), agentId: agent.agentId, revokeAt: null },
    ...hub,
  });
  const events = new Signal<AgentEventMessage>();
  await bench.broker.consume(hubQueue(hub.slot), { prefetch: 10 }, async ({ body }) => {
    events.push(body);
    return 'ack';
  });
  expect(await announce()).toMatchObject({ published: 1, parked: 0 });
  expect(await events.atLeast(1)).toMatchObject([{ event_id: eventId }]);
});

it('an event that found nobody goes to a webhook that is set before it is left waiting', async () => {
  const receiver = await bench.receiver();
  const agent = await bench.addAgent(null);
  await bench.start();
  const { eventId, announce } = await unannounced(agent);
  await bench.store.agents.change(agent.agentId, agent.ownerId, { webhookUrl: receiver.url });
  expect(await announce()).toMatchObject({ published: 1, parked: 0 });
  expect(await bench.attemptsOf(eventId, 1)).toMatchObject([{ outcome: 'delivered' }]);
});

it('an event that found nobody waits without a dispatcher', async () => {
  const agent = await bench.addAgent(null);
  const { eventId, announce } = await unannounced(agent);
  expect(await announce()).toMatchObject({ published: 0, parked: 1 });
  expect(await bench.event(agent, eventId)).toMatchObject({ state: 'waiting' });
});

it('an event of a process that has lost the broker is delivered at once, by a dispatcher that has not', async () => {
  const receiver = await bench.receiver();
  const agent = await bench.addAgent(receiver.url);
  const { eventId, frame } = await bench.send(agent, 'hello', { publish: false });
  const away: Pick<Broker, 'isReady' | 'publish'> = {
    isReady: () => false,
    publish: () => Promise.reject(new BrokerUnavailableError('away')),
  };
  const announcer = createAnnouncer({
    ...{ broker: away, events: bench.store.events },
    hints: { eventChanged: () => {}, runChanged: () => {} },
    publishing: new Publishing(createLogger({ service: 'test', level: 'silent' })),
  });
  const event = { eventId, agentId: agent.agentId, seq: 1, type: 'user_message' as const, frame };
  const { errors } = await announcer.announceAll([{ ...event, slot: null, isReachable: true }]);
  expect(errors).toHaveLength(1);
  const [row] = await bench.sql(
    `SELECT attempt_after <= now() AS is_due FROM open_event WHERE event_id = $1`,
    [eventId],
  );
  expect(row).toEqual({ is_due: true });
  await bench.start({ sweeps: true });
  expect(await bench.attemptsOf(eventId, 1)).toMatchObject([{ outcome: 'delivered' }]);
});
