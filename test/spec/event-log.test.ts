/** @each-shape Dispatchers send again what the gateway asks for. */
import { webhookSignature } from '@svc/domain';
import { answerWith, eventOf } from '@svc/testkit';
import type { ReceivedDelivery } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

describe('The event log', () => {
  it('lists events of an agent newest first, by state and type, and names what each tells of', async () => {
    const agent = await bench.person.createAgent();
    const messageId = (await bench.person.send(agent.agentId, 'one')).message_id;
    const task = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const runId = await bench.person.tasks.run(task.id);
    const triggered = await agent.tasks.createTriggered();
    await bench.expectQueued(triggered.trigger_id, {});
    const { decision_id: decisionId } = await agent.ask();
    await bench.person.resolve(decisionId, { status: 'approved' });
    const none = { message_id: null, task_id: null, run_id: null, decision_id: null };
    await bodyOf('listAgentEvents', bench.person.call(`/agents/${agent.agentId}/events`));
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
    const shown = await bench.person.succeed(`/agents/${agent.agentId}/events/${id}/frame`);
    const socket = await bench.connect(agent);
    expect(shown).toEqual({ event_id: id, event: await socket.userMessage('Grüße') });
  });
});

describe('A redelivery', () => {
  it('is a new round of attempts under the same event id, with new delivery ids', async () => {
    const { agent, receiver } = await bench.hookedAgent(answerWith(500, 500, 500, 500, 500, 200));
    await bench.person.send(agent.agentId, 'Once more');
    const { event_id } = await bench.person.newestEvent(agent.agentId, 'failed');
    await bodyOf('redeliverEvent', bench.person.call(`/events/${event_id}/redeliver`, { method: 'POST' }));
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

describe('A webhook test', () => {
  const test = (agentId: string, body: object = {}) =>
    bench.person.call(`/agents/${agentId}/webhook/test`, { body });

  it('sends one signed request, and says what came of it', async () => {
    const { agent, receiver } = await bench.hookedAgent((_delivery, response) =>
      response.writeHead(200).end('fine'),
    );
    expect(await bodyOf('testAgentWebhook', test(agent.agentId))).toMatchObject({
      delivered: true,
      status_code: 200,
      error: null,
      response: 'fine',
    });
    const [delivery] = receiver.deliveries.items as [ReceivedDelivery];
    const event = { type: 'test', agent_id: agent.agentId, sent_at: expect.any(String) };
    expect(eventOf(delivery)).toEqual(event);
    const { headers, rawBody: body } = delivery;
    const signed = { secret: agent.secret, timestamp: Number(headers['x-svc-timestamp']), body };
    expect(headers['x-svc-signature']).toBe(webhookSignature(signed));
  });

  it('is no event: it is not retried, stands in no log and moves no counter', async () => {
    const { agent, receiver } = await bench.hookedAgent(answerWith(500));
    for (let count = 0; count < 6; count += 1) {
      expect((await test(agent.agentId)).body).toMatchObject({ delivered: false, status_code: 500 });
    }
    expect(receiver.deliveries.items).toHaveLength(6);
    expect(await bench.person.events(agent.agentId)).toEqual([]);
    expect(await bench.person.agent(agent.agentId)).toMatchObject({ status: 'active' });
  });

  it('tries another address before it is saved, and is refused without one or to a private one', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent();
    const { body } = await test(agent.agentId, { webhook_url: receiver.url });
    expect(body).toMatchObject({ delivered: true });
    expect(await bench.person.agent(agent.agentId)).toMatchObject({ webhook_url: null });
    expectRefusal(await test(agent.agentId), 409, 'The agent has no webhook_url');
    expectRefusal(await test(agent.agentId, { webhook_url: 'http://10.0.0.1/' }), 422);
  });
});

describe('A redelivery of all that failed since a time', () => {
  const redeliver = (agentId: string, body: object) =>
    bench.person.call(`/agents/${agentId}/events/redeliver`, { body });

  it('starts a new round for each event that failed since then, under its own id', async () => {
    const { agent, receiver } = await bench.hookedAgent(answerWith(500));
    for (const text of ['one', 'two', 'three']) {
      await bench.person.send(agent.agentId, text);
      await bench.person.newestEvent(agent.agentId, 'failed');
    }
    const failed = await bench.person.events(agent.agentId, '?state=failed');
    expect(failed).toHaveLength(3);
    receiver.answer = answerWith(200);
    const since = failed[1]?.created_at as string;
    const body = await bodyOf('redeliverFailedEvents', redeliver(agent.agentId, { since }));
    expect(body).toEqual({ redelivered: 2, more: false });
    // Attempts of one agent may overtake each other, as they may at first.
    await receiver.deliveries.atLeast(14);
    expect(receiver.texts.slice(-2).sort()).toEqual(['three', 'two']);
    await bench.person.newestEvent(agent.agentId, 'delivered');
    const left = await bench.person.events(agent.agentId, '?state=failed');
    expect(left.map(({ event_id }) => event_id)).toEqual([failed[2]?.event_id]);
  });
});
