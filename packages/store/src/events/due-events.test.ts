import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';
import { attemptCalls } from './attempts.suite.js';

const bench = useStore();
const { reserve, finish } = attemptCalls(bench);

const read = async (agentId: string) =>
  (await bench.store.attempts.readDue(agentId, 10)).map((event) => event.eventId);

describe('events due at a webhook', () => {
  it('are read in order with the attempts they had', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const first = await bench.addMessage(agent);
    const second = await bench.addMessage(agent);
    expect(await bench.store.attempts.readDue(agent.agentId, 10)).toEqual([
      { eventId: first.eventId, attempt: 0 },
      { eventId: second.eventId, attempt: 0 },
    ]);
    expect(await bench.store.attempts.readDue(agent.agentId, 1)).toHaveLength(1);
  });

  it('are none that are under way, done, or waiting for a later retry', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const [underWay, done, retried] = await Promise.all([1, 2, 3].map(() => bench.addMessage(agent)));
    await reserve(underWay!.eventId, 0);
    await bench.store.events.markDelivered(done!.eventId, 'websocket');
    const reserved = await reserve(retried!.eventId, 0);
    await finish(reserved!, { nextInMs: 30_000 });
    expect(await read(agent.agentId)).toEqual([]);
    await finish(reserved!, { nextInMs: -1 });
    expect(await read(agent.agentId)).toEqual([retried!.eventId]);
  });

  it('are none of an agent without a webhook, or online', async () => {
    const without = await bench.addAgent();
    await bench.addMessage(without);
    expect(await read(without.agentId)).toEqual([]);
    const online = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    await bench.addMessage(online);
    const hub = await bench.store.presence.claimSlot('due-online');
    await bench.store.presence.connect({
      sessionId: newId('session'),
      agentId: online.agentId,
      ...hub,
      revokeAt: null,
    });
    expect(await read(online.agentId)).toEqual([]);
  });

  it('stay out of the sweeper’s hands for a minute when they are put off', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const { eventId } = await bench.addMessage(agent);
    await bench.sql(
      'UPDATE open_event SET attempt_after = now() - make_interval(secs => 1) WHERE event_id = $1',
      [eventId],
    );
    await bench.store.attempts.putOff(eventId);
    expect(await bench.store.events.claimOverdue(100)).toEqual([]);
    expect(await read(agent.agentId)).toEqual([eventId]);
  });

  it('include a retry that was left because its endpoint is slow, until its attempt is reserved', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const { eventId } = await bench.addMessage(agent);
    await finish((await reserve(eventId, 0))!, { nextInMs: 0 });
    await bench.store.attempts.leaveDue({ eventId, attempt: 1 });
    expect(await bench.store.events.claimOverdue(100)).toEqual([]);
    expect(await read(agent.agentId)).toEqual([eventId]);
    await finish((await reserve(eventId, 1))!, { nextInMs: 60_000 });
    expect(await read(agent.agentId)).toEqual([]);
  });

  it('are not made due by a repeated message for an earlier attempt', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const { eventId } = await bench.addMessage(agent);
    await finish((await reserve(eventId, 0))!, { nextInMs: 15_000 });
    await bench.store.attempts.leaveDue({ eventId, attempt: 0 });
    expect(await read(agent.agentId)).toEqual([]);
  });
});

it('an event whose eight attempts ended with their process is not failed where its agent is online', async () => {
  const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
  const { eventId } = await bench.addMessage(agent);
  for (let attempt = 0; attempt < 8; attempt += 1) await reserve(eventId, attempt);
  await bench.sql(`UPDATE open_event SET in_flight_until = now() - interval '1 second' WHERE event_id = $1`, [
    eventId,
  ]);
  const hub = await bench.store.presence.claimSlot('due-eight');
  const session = { sessionId: newId('session'), agentId: agent.agentId, revokeAt: null };
  await bench.store.presence.connect({ ...session, ...hub });
  expect(await reserve(eventId, 8)).toBeNull();
  expect((await bench.store.events.route(eventId))?.state).toBe('pending');
});

it('an event whose eight attempts all ended with their process is failed', async () => {
  const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
  const { eventId } = await bench.addMessage(agent);
  for (let attempt = 0; attempt < 8; attempt += 1) expect(await reserve(eventId, attempt)).not.toBeNull();
  expect(await reserve(eventId, 8)).toBeNull();
  expect((await bench.store.events.route(eventId))?.state).toBe('pending');
  await bench.sql(`UPDATE open_event SET in_flight_until = now() - interval '1 second' WHERE event_id = $1`, [
    eventId,
  ]);
  expect(await reserve(eventId, 8)).toBeNull();
  expect((await bench.store.events.route(eventId))?.state).toBe('failed');
});
