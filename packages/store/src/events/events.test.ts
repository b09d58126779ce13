import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { lockWaits } from '../lock-waits.suite.js';
import { openStore } from '../store.js';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';

const bench = useStore();
const { holding, untilWaiting } = lockWaits(bench);
const { addTask, eventOf, fire } = taskBuilders(bench);

describe('event numbers', () => {
  it('count an agent’s events from 1 without gaps, also when many are written at once', async () => {
    const agent = await bench.addAgent();
    const written = await Promise.all(Array.from({ length: 30 }, () => bench.addMessage(agent)));
    expect(written.map((message) => message.seq).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
  });
});

describe('open events', () => {
  it('are read in order, above a number, with the newest number of the agent', async () => {
    const agent = await bench.addAgent();
    for (const text of ['a', 'b', 'c']) await bench.addMessage(agent, text);
    const open = await bench.store.events.readOpen({
      agentId: agent.agentId,
      afterSeq: 1,
      waitingTypes: [],
      limit: 10,
    });
    expect(open.lastSeq).toBe(3);
    expect(open.events.map((event) => event.seq)).toEqual([2, 3]);
  });

  it('tell the newest number where nothing is open', async () => {
    const agent = await bench.addAgent();
    const { eventId } = await bench.addMessage(agent);
    await bench.store.events.markDelivered(eventId, 'websocket');
    const open = await bench.store.events.readOpen({
      agentId: agent.agentId,
      afterSeq: 0,
      waitingTypes: [],
      limit: 10,
    });
    expect(open).toEqual({ lastSeq: 1, events: [], isWhole: true });
  });

  it('include waiting ones of the asked types alone', async () => {
    const agent = await bench.addAgent();
    const { eventId } = await bench.addMessage(agent);
    await bench.store.events.park(eventId);
    const read = (waitingTypes: 'user_message'[]) =>
      bench.store.events.readOpen({ agentId: agent.agentId, afterSeq: 0, waitingTypes, limit: 10 });
    expect((await read([])).events).toEqual([]);
    expect((await read(['user_message'])).events.map((event) => event.state)).toEqual(['waiting']);
  });

  it('leave out what a webhook attempt may be delivering', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const { eventId } = await bench.addMessage(agent);
    await bench.store.attempts.reserve({
      eventId,
      deliveryId: newId('delivery'),
      attempt: 0,
      leaseMs: 60_000,
    });
    const open = await bench.store.events.readOpen({
      agentId: agent.agentId,
      afterSeq: 0,
      waitingTypes: [],
      limit: 10,
    });
    expect(open.events).toEqual([]);
  });
});

describe('overdue events', () => {
  it('are claimed once by concurrent sweepers, and not again before their next time', async () => {
    const agent = await bench.addAgent();
    const written = await Promise.all(Array.from({ length: 20 }, () => bench.addMessage(agent)));
    expect(await bench.store.events.claimOverdue(100)).toEqual([]);
    await bench.sql(`UPDATE open_event SET attempt_after = now() - interval '1 second' WHERE agent_id = $1`, [
      agent.agentId,
    ]);
    const claims = await Promise.all([1, 2, 3].map(() => bench.store.events.claimOverdue(100)));
    const ids = claims.flat().map((event) => event.eventId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.sort()).toEqual(written.map((message) => message.eventId).sort());
    expect(await bench.store.events.claimOverdue(100)).toEqual([]);
  });

  it('are never those that are delivered, waiting or failed', async () => {
    const agent = await bench.addAgent();
    const { eventId } = await bench.addMessage(agent);
    await bench.store.events.park(eventId);
    await bench.sql(`UPDATE open_event SET attempt_after = now() - interval '1 second' WHERE event_id = $1`, [
      eventId,
    ]);
    expect(await bench.store.events.claimOverdue(100)).toEqual([]);
  });
});

describe('events that are received twice at once', () => {
  it('are marked by both, in whatever order these name them', async () => {
    const agent = await bench.addAgent();
    // As in a table that is large: rows are looked up one by one.
    const databaseUrl = new URL(bench.databaseUrl);
    const options = ['hashjoin', 'mergejoin', 'seqscan'].map((plan) => `-c enable_${plan}=off`);
    databaseUrl.searchParams.set('options', options.join(' '));
    const stores = [1, 2].map(() => openStore({ databaseUrl: databaseUrl.href, box: bench.box }));
    const written = await Promise.all(Array.from({ length: 200 }, () => bench.addMessage(agent)));
    const ids = written.map((message) => message.eventId);
    for (let round = 0; round < 10; round += 1) {
      await bench.sql(`UPDATE event_state SET state = 'pending' WHERE agent_id = $1`, [agent.agentId]);
      await Promise.all([
        ...ids.map((eventId) => stores[0]?.events.markDelivered(eventId, 'websocket')),
        ...ids.toReversed().map((eventId) => stores[1]?.events.markDelivered(eventId, 'websocket')),
      ]);
    }
    for (const store of stores) await store.close();
  });
});

describe('a redelivery', () => {
  it('puts the owner’s event back under the same id in a new round', async () => {
    const agent = await bench.addAgent();
    const { eventId } = await bench.addMessage(agent);
    await bench.store.events.markDelivered(eventId, 'websocket');
    const restarted = await bench.store.events.restart(eventId, agent.ownerId);
    expect(restarted).toMatchObject({ eventId, seq: 1, slot: null });
    expect((await bench.store.events.route(eventId))?.state).toBe('pending');
  });

  it('is refused to anyone but the owner', async () => {
    const agent = await bench.addAgent();
    const { eventId } = await bench.addMessage(agent);
    expect(await bench.store.events.restart(eventId, await bench.addUser())).toBeNull();
  });
});

it('the event of a run that ends meanwhile is not sent again', async () => {
  const agent = await bench.addAgent();
  const task = await addTask(agent);
  const { runId, eventId } = await fire(task);
  const ending = await holding(`UPDATE task_run SET status = 'cancelled' WHERE id = $1`, [runId]);
  await ending.also(`UPDATE open_event SET state = 'failed' WHERE event_id = $1`, [eventId]);
  const restarted = bench.store.events.restart(eventId, agent.ownerId);
  await untilWaiting(1);
  await ending.commit();
  await expect(restarted).rejects.toMatchObject({ code: 'conflict' });
  expect(await eventOf(runId)).toMatchObject({ state: 'failed' });
});

describe('reading open events', () => {
  it('is bounded by the bytes of their frames as well as by their number, and says when it left some out', async () => {
    const agent = await bench.addAgent();
    const sent = [];
    for (let count = 0; count < 4; count += 1)
      sent.push(await bench.addMessage(agent, 'x'.repeat(200 * 1024)));
    const read = (afterSeq: number, limit = 256) =>
      bench.store.events.readOpen({ agentId: agent.agentId, afterSeq, waitingTypes: [], limit });
    const first = await read(0);
    expect(first.events.map(({ eventId }) => eventId)).toEqual(
      sent.slice(0, 2).map(({ eventId }) => eventId),
    );
    expect(first).toMatchObject({ isWhole: false, lastSeq: 4 });
    expect(await read(2)).toMatchObject({ isWhole: true, events: [{ seq: 3 }, { seq: 4 }] });
    expect(await read(3, 1)).toMatchObject({ isWhole: false, events: [{ seq: 4 }] });
    expect(await read(4)).toMatchObject({ isWhole: true, events: [], lastSeq: 4 });
  });

  it('takes an event that is larger than the bound alone', async () => {
    const agent = await bench.addAgent();
    const { eventId } = await bench.addMessage(agent, 'x'.repeat(600 * 1024));
    const open = await bench.store.events.readOpen({
      agentId: agent.agentId,
      afterSeq: 0,
      waitingTypes: [],
      limit: 10,
    });
    expect(open.events.map((event) => event.eventId)).toEqual([eventId]);
  });
});
