/** @any-shape One gateway does a call once, by one transaction. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Person } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

describe('A call with an Idempotency-Key', () => {
  const bench = useProduct();

  const byAgent = (agent: AgentClient, key: string, body: object): Promise<HttpAnswer> =>
    agent.call('/api/agent/events', {
      body: { type: 'message', ...body },
      headers: { 'idempotency-key': key },
    });
  const byPerson = (path: string, key: string, body?: object, person = bench.person): Promise<HttpAnswer> =>
    person.call(path, { method: 'POST', body, headers: { 'idempotency-key': key } });

  async function textsOf(conversationId: string, person = bench.person): Promise<unknown[]> {
    const { body } = await person.call(`/conversations/${conversationId}/messages`);
    return (body as { text: string }[]).map(({ text }) => text);
  }

  /** An agent, and a conversation with one message. */
  async function begun(person = bench.person): Promise<{ agent: AgentClient; conversation_id: string }> {
    const agent = await person.createAgent();
    const { conversation_id } = await person.send(agent.agentId, 'Hello');
    return { agent, conversation_id };
  }

  function expectReplay(again: HttpAnswer, first: HttpAnswer): void {
    expect(again.status).toBe(first.status);
    expect(again.bytes.toString()).toBe(first.bytes.toString());
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
  }

  it('is done once, and its repetition gets the first answer', async () => {
    const { agent, conversation_id } = await begun();
    const key = randomUUID();
    const first = await byAgent(agent, key, { text: 'Done', conversation_id });
    expectAnswer('sendAgentMessage', first, 200);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expectReplay(await byAgent(agent, key, { text: 'Done', conversation_id }), first);
    expect(await textsOf(conversation_id)).toEqual(['Done', 'Hello']);
  });

  it('is done once where two come at one instant', async () => {
    const { agent, conversation_id } = await begun();
    const key = randomUUID();
    const calls = [1, 2].map(() => byAgent(agent, key, { text: 'At once', conversation_id }));
    const [one, other] = (await Promise.all(calls)) as [HttpAnswer, HttpAnswer];
    expectAnswer('sendAgentMessage', one, 200);
    expect(other.body).toEqual(one.body);
    const marks = [one, other].map(({ headers }) => headers['idempotent-replayed'] ?? 'first');
    expect(marks.sort()).toEqual(['first', 'true']);
    expect(await textsOf(conversation_id)).toEqual(['At once', 'Hello']);
  });

  it('sends its event to the agent once', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const key = randomUUID();
    const first = await byPerson(`/agents/${agent.agentId}/messages`, key, { text: 'Only once' });
    expectAnswer('sendUserMessage', first, 201);
    const { conversation_id } = first.body as { conversation_id: string };
    await socket.userMessage('Only once');
    expectReplay(await byPerson(`/agents/${agent.agentId}/messages`, key, { text: 'Only once' }), first);
    await bench.person.send(agent.agentId, { text: 'Afterwards', conversation_id });
    await socket.userMessage('Afterwards');
    const log = (await agent.call('/api/agent/events?after=0')).body as { events: unknown[] };
    expect(log.events).toHaveLength(2);
  });

  it('is refused where its key stands for another body, another path or another call', async () => {
    const { agent, conversation_id } = await begun();
    const [key, forTask] = [randomUUID(), randomUUID()];
    await byAgent(agent, key, { text: 'This', conversation_id });
    const other = await byAgent(agent, key, { text: 'That', conversation_id });
    expectRefusal(other, 422, 'Idempotency-Key was used for another call');
    expectInvalidField(other, 'headers.idempotency-key');
    const headers = { 'idempotency-key': key };
    const task = { name: 'Report', prompt: 'Write it', schedule: '0 9 * * *' };
    expectInvalidField(
      await agent.call('/api/agent/tasks', { body: task, headers }),
      'headers.idempotency-key',
    );
    const created = await agent.call('/api/agent/tasks', {
      body: task,
      headers: { 'idempotency-key': forTask },
    });
    expectAnswer('createTask', created, 200);
    expect(await textsOf(conversation_id)).toEqual(['This', 'Hello']);
  });

  it('means nothing to another agent, another person, or an agent’s owner', async () => {
    const key = randomUUID();
    const stranger = await Person.signUp(baseUrl);
    for (const person of [bench.person, stranger]) {
      const { agent, conversation_id } = await begun(person);
      const sent = await byAgent(agent, key, { text: 'Mine', conversation_id });
      expect(sent.headers).not.toHaveProperty('idempotent-replayed');
      const path = `/agents/${agent.agentId}/messages`;
      const answer = await byPerson(path, key, { text: 'Mine', conversation_id }, person);
      expectAnswer('sendUserMessage', answer, 201);
      expect(answer.headers).not.toHaveProperty('idempotent-replayed');
      expect(await textsOf(conversation_id, person)).toEqual(['Mine', 'Mine', 'Hello']);
    }
  });

  it('may be made again with the same key after a refusal', async () => {
    const { agent, conversation_id } = await begun();
    const key = randomUUID();
    const nowhere = `${conversation_id.slice(0, -4)}0000`;
    expectRefusal(await byAgent(agent, key, { text: 'Hm', conversation_id: nowhere }), 404);
    expectInvalidField(await byAgent(agent, key, { conversation_id }), 'body.text');
    expectAnswer('sendAgentMessage', await byAgent(agent, key, { text: 'Now', conversation_id }), 200);
    expect(await textsOf(conversation_id)).toEqual(['Now', 'Hello']);
  });

  it('gives a new secret to whoever did not get it the first time', async () => {
    const key = randomUUID();
    const settings = { agent_name: 'Twice', kind: 'interactive' };
    const first = await byPerson('/agents', key, settings);
    expectAnswer('createAgent', first, 201);
    expectReplay(await byPerson('/agents', key, settings), first);
    const { body } = await bench.person.call('/agents');
    expect((body as { agent_name: string }[]).filter((agent) => agent.agent_name === 'Twice')).toHaveLength(
      1,
    );
  });

  it('calls a webhook that is tested once', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    const [path, key] = [`/agents/${agent.agentId}/webhook/test`, randomUUID()];
    const first = await byPerson(path, key, {});
    expectAnswer('testAgentWebhook', first, 200);
    expectReplay(await byPerson(path, key, {}), first);
    expect(receiver.deliveries.items).toHaveLength(1);
  });

  it.each([
    ['empty', ''],
    ['longer than 255 characters', 'k'.repeat(256)],
    ['with a space', 'two words'],
    ['of other characters than ASCII', 'schl\u00fcssel'],
  ])('is refused where the key is %s', async (_how, key) => {
    const { agent, conversation_id } = await begun();
    const refused = await byAgent(agent, key, { text: 'No', conversation_id });
    expectInvalidField(refused, 'headers.idempotency-key');
    expect(await textsOf(conversation_id)).toEqual(['Hello']);
  });

  it('may have a key of 255 characters', async () => {
    const { agent, conversation_id } = await begun();
    const key = '~'.repeat(255);
    const first = await byAgent(agent, key, { text: 'Long', conversation_id });
    expectReplay(await byAgent(agent, key, { text: 'Long', conversation_id }), first);
  });

  it('is another call without the key', async () => {
    const { agent, conversation_id } = await begun();
    await byAgent(agent, randomUUID(), { text: 'Same', conversation_id });
    const answer = await agent.post({ text: 'Same', conversation_id });
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
    expect(await textsOf(conversation_id)).toEqual(['Same', 'Same', 'Hello']);
  });

  it('has no secret answered to a caller whose credentials have ended', async () => {
    const { agent, conversation_id } = await begun();
    const key = randomUUID();
    await byAgent(agent, key, { text: 'Mine', conversation_id });
    await bench.person.call(`/agents/${agent.agentId}/secret/rotate`, { method: 'POST' });
    expectRefusal(await byAgent(agent, key, { text: 'Mine', conversation_id }), 401);
  });
});
