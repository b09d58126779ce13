/** @each-shape Gateways wait for what other services write. */
import { answerWith, eventually } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { bodyOf, expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

describe('GET /api/agent/tasks/due', () => {
  function dueOf(agent: AgentClient, count = 1) {
    const due = () => agent.tasks.due();
    return eventually(due, ({ length }) => length === count, { what: `${count} due tasks` });
  }

  it('lists a task that came due while nothing could be pushed, and changes nothing by that', async () => {
    const task = { schedule: 'once', name: 'Report', prompt: 'Write it' };
    const { agent, id } = await bench.scheduledAgent(task);
    // The event is written after the task.
    await bench.person.newestEvent(agent.agentId, 'waiting');
    const state = async () => [await bench.person.events(agent.agentId), await bench.person.tasks.runs(id)];
    const before = await state();
    expect(before).toMatchObject([[{ type: 'task_due' }], [{ status: 'pending' }]]);
    for (let read = 0; read < 2; read += 1)
      expect(await agent.tasks.due()).toEqual([{ id, ...task, trigger_type: 'scheduled', enabled: false }]);
    expect(await state()).toEqual(before);
  });

  it('lets run/start take the run that the server created: one occurrence, one run', async () => {
    const { agent, id } = await bench.scheduledAgent({ schedule: 'once' });
    await dueOf(agent);
    const [pending] = await bench.person.tasks.runs(id);
    const runId = await agent.tasks.start(id);
    expect(runId).toBe(pending?.id);
    expect(await agent.tasks.run(runId)).toMatchObject({ status: 'running' });
    expect(await agent.tasks.due()).toEqual([]);
    expect(await bench.person.tasks.runs(id)).toHaveLength(1);
    expect(await bench.person.events(agent.agentId)).toMatchObject([
      { type: 'task_due', state: 'delivered', channel: 'poll' },
    ]);
  });

  it('lists a task whose webhook has failed for good', async () => {
    const { agent } = await bench.hookedAgent(answerWith(500));
    const { id } = await agent.tasks.create({ schedule: 'once' });
    await bench.person.newestEvent(agent.agentId, 'failed');
    expect(await agent.tasks.due()).toMatchObject([{ id }]);
    const runId = await agent.tasks.start(id);
    expect((await bench.person.tasks.runs(id)).map((run) => run.id)).toEqual([runId]);
  });
});

describe('GET /api/agent/tasks/triggers/pending', () => {
  it('returns what was queued while the agent was offline, with exactly the documented fields', async () => {
    const { agent, ...task } = await bench.triggeredAgent({ name: 'Order desk', prompt: 'Ship it' });
    const before = Date.now();
    await bench.expectQueued(task.trigger_id, { order: { id: 1, tags: ['a'] } });
    const body = await agent.tasks.pendingTriggers();
    expect(body).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9a-f]+$/),
        task_id: task.id,
        task_name: 'Order desk',
        task_prompt: 'Ship it',
        payload: { order: { id: 1, tags: ['a'] } },
        run_id: expect.stringMatching(/^run_[0-9a-f]+$/),
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    const [{ received_at = '' } = {}] = body;
    expect(Date.parse(received_at)).toBeGreaterThanOrEqual(before - 1_000);
    expect(Date.parse(received_at)).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it('returns the oldest first, over all tasks', async () => {
    const agent = await bench.person.createAgent();
    const tasks = [await agent.tasks.createTriggered(), await agent.tasks.createTriggered()];
    for (let number = 0; number < 6; number += 1) {
      await bench.expectQueued(tasks[number % 2]?.trigger_id ?? '', { number });
    }
    const pending = await agent.tasks.pendingTriggers();
    expect(pending.map(({ payload }) => payload)).toEqual([0, 1, 2, 3, 4, 5].map((number) => ({ number })));
    expect(pending.map(({ task_id }) => task_id)).toEqual(
      [0, 1, 0, 1, 0, 1].map((index) => tasks[index]?.id),
    );
  });

  it('leases what it returns: the next poll does not return it again', async () => {
    const { agent, trigger_id } = await bench.triggeredAgent();
    await bench.expectQueued(trigger_id, { number: 1 });
    expect(await agent.tasks.pendingTriggers()).toHaveLength(1);
    await bench.expectQueued(trigger_id, { number: 2 });
    expect((await agent.tasks.pendingTriggers()).map(({ payload }) => payload)).toEqual([{ number: 2 }]);
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
  });

  it('no longer returns an event whose run is completed, whether it was polled or not', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent();
    await bench.expectQueued(trigger_id, { number: 1 });
    const [run] = await bench.person.tasks.runs(id);
    await agent.tasks.complete(run?.id ?? '', { status: 'failed' });
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
  });
});

const EVENTS = '/api/agent/events';
/** Longer than any event takes here, in seconds. */
const WAIT = 20;

describe('GET /api/agent/events', () => {
  it('lists what waits, in the order of its numbers, whatever its type', async () => {
    const { agent, trigger_id } = await bench.triggeredAgent();
    const first = await bench.person.send(agent.agentId, 'one');
    await bench.expectQueued(trigger_id, { n: 12345 });
    const { decision_id } = await agent.ask();
    await bench.person.postAnswer(decision_id, { status: 'approved' });
    await bench.person.send(agent.agentId, 'two');
    const listed = await read(agent);
    expect(listed.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(listed.events.map(({ event }) => event)).toMatchObject([
      { type: 'user_message', text: 'one', message_id: first.message_id },
      { type: 'task_trigger', payload: { n: 12345 } },
      { type: 'decision_resolved', decision_id },
      { type: 'user_message', text: 'two' },
    ]);
    expect(listed).toMatchObject({ gaps: [], next_after: 4, last_seq: 4 });
    expect(await read(agent)).toMatchObject({ events: listed.events });
    expect((await read(agent, '?limit=2')).events.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('brings the same event as a socket, under the id that the log shows', async () => {
    const agent = await bench.person.createAgent();
    await bench.person.send(agent.agentId, 'over both');
    const [entry] = (await read(agent)).events;
    const socket = await bench.connect(agent);
    const pushed = await socket.userMessage('over both');
    expect(JSON.stringify(entry?.event)).toBe(JSON.stringify(pushed));
    const event = await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(event).toMatchObject({ event_id: entry?.event_id, channel: 'websocket' });
    expect((await read(agent)).events).toEqual([]);
    expect((await read(agent, '?after=0')).events).toMatchObject([{ seq: 1, state: 'delivered' }]);
  });

  it.each(['', 'after=0&'])('answers a call that waits as soon as an event comes: ?%swait', async (place) => {
    const { agent, trigger_id } = await bench.triggeredAgent();
    const waits = [read(agent, `?${place}wait=${WAIT}`), read(agent, `?${place}wait=${WAIT}`)];
    await bench.expectQueued(trigger_id, { now: true });
    for (const { events } of await Promise.all(waits))
      expect(events).toMatchObject([{ seq: 1, event: { type: 'task_trigger', payload: { now: true } } }]);
  });

  it('answers with nothing when the wait is over', async () => {
    const agent = await bench.person.createAgent();
    const nothing = { events: [], gaps: [], next_after: 0, last_seq: 0, receipt: 0 };
    expect(await read(agent, '?wait=1')).toEqual(nothing);
  });

  it('with after reads the log on, whatever became of its events, and waits at its end', async () => {
    const agent = await bench.person.createAgent();
    for (const text of ['one', 'two', 'three']) await bench.person.send(agent.agentId, text);
    await read(agent);
    await acknowledge(agent, 2);
    const page = await read(agent, '?after=0&limit=2');
    expect(page).toMatchObject({
      events: [{ seq: 1, state: 'delivered' }, { seq: 2 }],
      next_after: 2,
      last_seq: 3,
    });
    expect((await read(agent, '?after=2')).events).toMatchObject([{ seq: 3, event: { text: 'three' } }]);
    const waiting = read(agent, `?after=3&wait=${WAIT}`);
    await bench.person.send(agent.agentId, 'four');
    expect((await waiting).events).toMatchObject([{ seq: 4, event: { text: 'four' } }]);
  });

  it('leaves an agent with a webhook its webhook, and shows what went there in the log', async () => {
    const { agent } = await bench.hookedAgent();
    await bench.person.send(agent.agentId, 'to the webhook');
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect((await read(agent)).events).toEqual([]);
    expect((await read(agent, '?after=0')).events).toMatchObject([{ state: 'delivered' }]);
  });

  it('may be called by an approval-only agent, which finds its decisions', async () => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const { decision_id } = await agent.ask();
    const waiting = read(agent, `?wait=${WAIT}`);
    await bench.person.postAnswer(decision_id, { status: 'rejected', note: 'No' });
    expect((await waiting).events).toMatchObject([{ event: { type: 'decision_resolved', note: 'No' } }]);
    await acknowledge(agent, 1);
    expect((await read(agent)).events).toEqual([]);
  });

  it('is 422 for a place beyond the newest event, to read or acknowledge', async () => {
    const agent = await bench.person.createAgent();
    expectInvalidField(await agent.call(`${EVENTS}?after=1`), 'query.after');
    expectInvalidField(await agent.call(`${EVENTS}/ack`, { body: { upto: 1 } }), 'body.upto');
  });
});

describe('POST /api/agent/events/ack', () => {
  it('ends the events up to a number, once, and its owner sees over which channel', async () => {
    const agent = await bench.person.createAgent();
    for (const text of ['one', 'two', 'three']) await bench.person.send(agent.agentId, text);
    await bench.person.newestEvent(agent.agentId, 'waiting');
    const { events } = await read(agent);
    expect(await acknowledge(agent, 2)).toBe(2);
    expect(await acknowledge(agent, 2)).toBe(0);
    expect(await acknowledge(agent, 0)).toBe(0);
    expect((await read(agent)).events).toMatchObject([{ seq: 3, event: { text: 'three' } }]);
    const logged = await bench.person.events(agent.agentId);
    expect(logged.map(({ event_id, state, channel }) => [event_id, state, channel])).toEqual(
      [2, 1, 0].map((index) => [
        events[index]?.event_id,
        ...(index === 2 ? ['waiting', 'long_poll'] : ['delivered', 'long_poll']),
      ]),
    );
    const socket = await bench.connect(agent);
    await socket.userMessage('three');
    expect(socket.texts).toEqual(['three']);
  });

  it('with a receipt does not end an event that was sent again in an answer that got lost', async () => {
    const agent = await bench.person.createAgent();
    for (const text of ['one', 'two']) await bench.person.send(agent.agentId, text);
    const { events, receipt } = await read(agent);
    const eventId = String(events[0]?.event_id);
    await bench.person.redeliver(eventId);
    const list = () => read(agent);
    const lost = await eventually(list, (page) => page.events.length === 2);
    expect(lost.receipt).toBeGreaterThan(receipt);
    expect(await acknowledge(agent, 2, receipt)).toBe(1);
    const left = await read(agent);
    expect(left.events).toMatchObject([{ event_id: eventId, seq: 1 }]);
    expect(await acknowledge(agent, left.next_after, left.receipt)).toBe(1);
  });
});

const read = (agent: AgentClient, query = '') => bodyOf('listOwnEvents', agent.call(EVENTS + query));

async function acknowledge(agent: AgentClient, upto: number, receipt?: number): Promise<number> {
  const body = { upto, ...(receipt !== undefined && { receipt }) };
  return (await bodyOf('acknowledgeEvents', agent.call(`${EVENTS}/ack`, { body }))).acknowledged;
}
