/** @any-shape The gateway alone reads the log, from rows. */
import { describe, expect, it } from '@jest/globals';
import { answerWith } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { request, resolve } from './decision-calls.js';
import { useProduct } from './product-under-test.js';
import { expectQueued } from './trigger-calls.js';

describe('The event log', () => {
  const bench = useProduct();

  it('lists the events of an agent newest first, with the fields that it documents', async () => {
    const agent = await bench.person.createAgent();
    for (const text of ['one', 'two']) await bench.person.send(agent.agentId, text);
    await bench.person.newestEvent(agent.agentId, 'waiting');
    const answer = await bench.person.call(`/agents/${agent.agentId}/events`);
    expectAnswer('listAgentEvents', answer, 200);
    const [newer, older] = await bench.person.events(agent.agentId);
    expect(newer).toEqual({
      event_id: expect.stringMatching(/^evt_[0-9a-f]+$/),
      type: 'user_message',
      state: 'waiting',
      channel: null,
      drop_reason: null,
      message_id: expect.stringMatching(/^msg_/),
      task_id: null,
      run_id: null,
      decision_id: null,
      created_at: expect.any(String),
      delivered_at: null,
      next_attempt_at: null,
      attempts: [],
    });
    expect(Date.parse(newer?.created_at ?? '')).toBeGreaterThanOrEqual(Date.parse(older?.created_at ?? ''));
  });

  it('names what each event tells of: a message, a decision, or a run with its task', async () => {
    const agent = await bench.person.createAgent();
    const messageId = (await bench.person.send(agent.agentId, 'one')).message_id;
    const task = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const runId = await bench.person.tasks.run(task.id);
    const triggered = await agent.tasks.createTriggered();
    await expectQueued(triggered.trigger_id, {});
    const { decision_id: decisionId } = await request(agent);
    await resolve(bench.person, decisionId, { status: 'approved' });
    const none = { message_id: null, task_id: null, run_id: null, decision_id: null };
    expect(await bench.person.events(agent.agentId)).toMatchObject([
      { ...none, type: 'decision_resolved', decision_id: decisionId },
      { ...none, type: 'task_trigger', task_id: triggered.id, run_id: expect.stringMatching(/^run_/) },
      { ...none, type: 'task_due', task_id: task.id, run_id: runId },
      { ...none, type: 'user_message', message_id: messageId },
    ]);
  });

  it('shows an event as its agent receives it, and takes nothing from the agent', async () => {
    const agent = await bench.person.createAgent();
    const other = await bench.person.createAgent();
    await bench.person.send(agent.agentId, 'Grüße');
    const { event_id: id } = await bench.person.newestEvent(agent.agentId, 'waiting');
    const shown = await bench.person.call(`/agents/${agent.agentId}/events/${id}/frame`);
    expectAnswer('getAgentEventFrame', shown, 200);
    expect(await bench.person.call(`/agents/${other.agentId}/events/${id}/frame`)).toMatchObject({
      status: 404,
    });
    const socket = await bench.connect(agent);
    expect(shown.body).toEqual({ event_id: id, event: await socket.userMessage('Grüße') });
  });

  it('is read in pages, by state and by type', async () => {
    const agent = await bench.person.createAgent();
    for (let count = 0; count < 5; count += 1) await bench.person.send(agent.agentId, `${count}`);
    await bench.person.newestEvent(agent.agentId, 'waiting');
    const all = (await bench.person.events(agent.agentId)).map(({ event_id }) => event_id);
    expect(all).toHaveLength(5);
    const first = await bench.person.events(agent.agentId, '?limit=2');
    const second = await bench.person.events(agent.agentId, `?limit=3&cursor=${first.at(-1)?.event_id}`);
    expect([...first, ...second].map(({ event_id }) => event_id)).toEqual(all);
    expect(await bench.person.events(agent.agentId, '?state=delivered')).toEqual([]);
    expect(await bench.person.events(agent.agentId, '?type=user_message')).toHaveLength(5);
    expect(await bench.person.events(agent.agentId, '?type=task_due')).toEqual([]);
    for (const [query, path] of [
      ['?state=lost', 'query.state'],
      ['?type=mail', 'query.type'],
      ['?limit=101', 'query.limit'],
      ['?cursor=x', 'query.cursor'],
    ] as const) {
      expectInvalidField(await bench.person.call(`/agents/${agent.agentId}/events${query}`), path);
    }
  });
});

describe('A redelivery', () => {
  const bench = useProduct();

  it('is a new round of attempts under the same event id, with new delivery ids', async () => {
    const receiver = await bench.receive(answerWith(500, 500, 500, 500, 500, 200));
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'Once more');
    const { event_id } = await bench.person.newestEvent(agent.agentId, 'failed');
    const answer = await bench.person.call(`/events/${event_id}/redeliver`, { method: 'POST' });
    expectAnswer('redeliverEvent', answer, 202);
    const deliveries = await receiver.deliveries.atLeast(6);
    const header = (name: string): unknown[] => deliveries.map(({ headers }) => headers[name]);
    expect(header('x-svc-retry-num')).toEqual(['0', '1', '2', '3', '0', '1']);
    expect(header('x-svc-retry-reason').slice(4)).toEqual(['first_attempt', 'http_error']);
    expect(new Set(header('x-svc-event-id'))).toEqual(new Set([event_id]));
    expect(new Set(header('x-svc-delivery-id')).size).toBe(6);
    const delivered = await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(delivered.attempts).toHaveLength(6);
  });

  it('of a delivered event comes again over the socket', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    await bench.person.send(agent.agentId, 'Again');
    const { event_id } = await bench.person.newestEvent(agent.agentId, 'delivered');
    await bench.person.redeliver(event_id);
    await socket.frames.until((frames) => frames.filter(({ type }) => type === 'user_message').length === 2);
    expect(socket.texts).toEqual(['Again', 'Again']);
    expect(await bench.person.newestEvent(agent.agentId, 'delivered')).toMatchObject({ event_id });
  });

  it('of an event that does not exist is 404', async () => {
    const call = { method: 'POST' };
    expectRefusal(await bench.person.call(`/events/evt_${'0'.repeat(32)}/redeliver`, call), 404, 'Not found');
    expectRefusal(await bench.person.call('/events/nonsense/redeliver', call), 404, 'Not found');
  });
});
