import { describe, expect, it } from '@jest/globals';
import { answerWith } from '@svc/testkit';
import { expectAnswer } from './answers.js';
import { request, resolve } from './decision-calls.js';
import { useProduct } from './product-under-test.js';
import { expectQueued } from './trigger-calls.js';

const bench = useProduct();

describe('The event log', () => {
  it('lists events of an agent newest first, by state and type, and names what each tells of', async () => {
    const agent = await bench.person.createAgent();
    const messageId = (await bench.person.send(agent.agentId, 'one')).message_id;
    const task = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const runId = await bench.person.tasks.run(task.id);
    const triggered = await agent.tasks.createTriggered();
    await expectQueued(triggered.trigger_id, {});
    const { decision_id: decisionId } = await request(agent);
    await resolve(bench.person, decisionId, { status: 'approved' });
    const none = { message_id: null, task_id: null, run_id: null, decision_id: null };
    expectAnswer('listAgentEvents', await bench.person.call(`/agents/${agent.agentId}/events`), 200);
    const listed = await bench.person.events(agent.agentId);
    expect(listed).toMatchObject([
      { ...none, type: 'decision_resolved', decision_id: decisionId },
      { ...none, type: 'task_trigger', task_id: triggered.id, run_id: expect.stringMatching(/^run_/) },
      { ...none, type: 'task_due', task_id: task.id, run_id: runId, subject: task.name },
      { ...none, type: 'user_message', message_id: messageId, subject: 'one' },
    ]);
    const messages = await bench.person.events(agent.agentId, '?type=user_message&state=waiting');
    expect(messages).toEqual(listed.slice(-1));
    expect(await bench.person.events(agent.agentId, '?state=delivered')).toEqual([]);
  });

  it('shows an event as its agent receives it, and takes nothing from the agent', async () => {
    const agent = await bench.person.createAgent();
    await bench.person.send(agent.agentId, 'Grüße');
    const { event_id: id } = await bench.person.newestEvent(agent.agentId, 'waiting');
    const shown = await bench.person.call(`/agents/${agent.agentId}/events/${id}/frame`);
    expectAnswer('getAgentEventFrame', shown, 200);
    const socket = await bench.connect(agent);
    expect(shown.body).toEqual({ event_id: id, event: await socket.userMessage('Grüße') });
  });
});

describe('A redelivery', () => {
  it('is a new round of attempts under the same event id, with new delivery ids', async () => {
    const { agent, receiver } = await bench.hookedAgent(answerWith(500, 500, 500, 500, 500, 200));
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
    const { agent, socket } = await bench.onlineAgent();
    await bench.person.send(agent.agentId, 'Again');
    const { event_id } = await bench.person.newestEvent(agent.agentId, 'delivered');
    await bench.person.redeliver(event_id);
    await socket.frames.until((frames) => frames.filter(({ type }) => type === 'user_message').length === 2);
    expect(socket.texts).toEqual(['Again', 'Again']);
    expect(await bench.person.newestEvent(agent.agentId, 'delivered')).toMatchObject({ event_id });
  });
});
