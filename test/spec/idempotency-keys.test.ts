import { randomUUID } from 'node:crypto';
import { Person } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { bodyOf, expectRefusal, expectInvalidField } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

/** `every-operation.test.ts` repeats each call of the contract with a key; here is what a key means. */
describe('A call with an Idempotency-Key', () => {
  const byAgent = (agent: AgentClient, key: string, body: object): Promise<HttpAnswer> =>
    agent.call('/api/agent/events', {
      body: { type: 'message', ...body },
      headers: { 'idempotency-key': key },
    });
  const byPerson = (path: string, key: string, body: object, person = bench.person): Promise<HttpAnswer> =>
    person.call(path, { body, headers: { 'idempotency-key': key } });

  /** An agent, and a conversation with one message. */
  async function begun(person = bench.person) {
    const agent = await person.createAgent();
    const { conversation_id } = await person.send(agent.agentId, 'Hello');
    const texts = async () => (await person.history(conversation_id)).map(({ text }) => text);
    return { agent, conversation_id, texts };
  }

  it('is done once, with its event, and its repetition gets the first answer', async () => {
    const agent = await bench.person.createAgent();
    const [path, key] = [`/agents/${agent.agentId}/messages`, '~'.repeat(255)];
    const first = await byPerson(path, key, { text: 'Only once' });
    expect(first.status).toBe(201);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    const again = await byPerson(path, key, { text: 'Only once' });
    expect([again.status, again.bytes.toString()]).toEqual([first.status, first.bytes.toString()]);
    expect(again.headers).toMatchObject({
      ...{ 'idempotent-replayed': 'true', 'content-type': first.headers['content-type'] },
    });
    const { conversation_id } = first.body as { conversation_id: string };
    expect(await bench.person.history(conversation_id)).toHaveLength(1);
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
  });

  it('is done once where two come at one instant', async () => {
    const { agent, conversation_id, texts } = await begun();
    const key = randomUUID();
    const calls = [1, 2].map(() => byAgent(agent, key, { text: 'At once', conversation_id }));
    const [one, other] = (await Promise.all(calls)) as [HttpAnswer, HttpAnswer];
    expect(one.status).toBe(200);
    expect(other.body).toEqual(one.body);
    const marks = [one, other].map(({ headers }) => headers['idempotent-replayed'] ?? 'first');
    expect(marks.sort()).toEqual(['first', 'true']);
    expect(await texts()).toEqual(['At once', 'Hello']);
  });

  it('is refused where its key stands for another body or another call', async () => {
    const { agent, conversation_id, texts } = await begun();
    const key = randomUUID();
    await byAgent(agent, key, { text: 'This', conversation_id });
    const other = await byAgent(agent, key, { text: 'That', conversation_id });
    expectRefusal(other, 422, 'Idempotency-Key was used for another call');
    expectInvalidField(other, 'headers.idempotency-key');
    const task = { name: 'Report', prompt: 'Write it', schedule: '0 9 * * *' };
    const call = { body: task, headers: { 'idempotency-key': key } };
    expectInvalidField(await agent.call('/api/agent/tasks', call), 'headers.idempotency-key');
    expect(await texts()).toEqual(['This', 'Hello']);
  });

  it('means nothing to another agent, another person, or an agent’s owner', async () => {
    const key = randomUUID();
    for (const person of [bench.person, await Person.signUp(baseUrl)]) {
      const { agent, conversation_id, texts } = await begun(person);
      const message = { text: 'Mine', conversation_id };
      await byAgent(agent, key, message);
      await byPerson(`/agents/${agent.agentId}/messages`, key, message, person);
      expect(await texts()).toEqual(['Mine', 'Mine', 'Hello']);
    }
  });

  it('may be made again with the same key after a refusal', async () => {
    const { agent, conversation_id, texts } = await begun();
    const key = randomUUID();
    const nowhere = `${conversation_id.slice(0, -4)}0000`;
    expectRefusal(await byAgent(agent, key, { text: 'Hm', conversation_id: nowhere }), 404);
    expectInvalidField(await byAgent(agent, key, { conversation_id }), 'body.text');
    await bodyOf('sendAgentMessage', byAgent(agent, key, { text: 'Now', conversation_id }));
    expect(await texts()).toEqual(['Now', 'Hello']);
  });

  it.each([
    ['empty', ''],
    ['longer than 255 characters', 'k'.repeat(256)],
    ['with a space', 'two words'],
    ['of other characters than ASCII', 'schl\u00fcssel'],
  ])('is refused where the key is %s', async (_how, key) => {
    const { agent, conversation_id, texts } = await begun();
    const refused = await byAgent(agent, key, { text: 'No', conversation_id });
    expectInvalidField(refused, 'headers.idempotency-key');
    expect(await texts()).toEqual(['Hello']);
  });
});

const CSV = Buffer.from('a,b\n1,2\n');
const TYPE = 'text/csv';

function send(
  agent: AgentClient,
  key: string,
  { body = CSV, name = 'table.csv', type = TYPE } = {},
): Promise<HttpAnswer> {
  const headers = { 'content-type': type, 'idempotency-key': key };
  return agent.call(`/api/agent/media?name=${name}`, { method: 'POST', body, headers });
}

function expectReplay(again: HttpAnswer, first: HttpAnswer): void {
  expect([again.status, again.bytes.toString()]).toEqual([201, first.bytes.toString()]);
  expect(again.headers['idempotent-replayed']).toBe('true');
}

describe('A file that is sent with an Idempotency-Key', () => {
  it('is stored once, and its repetition gets the first answer', async () => {
    const agent = await bench.person.createAgent();
    const key = randomUUID();
    const first = await send(agent, key);
    expect(first.status).toBe(201);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expectReplay(await send(agent, key), first);
    const { media_id } = first.body as { media_id: string };
    expect((await agent.post({ text: 'Here', media_ids: [media_id] })).status).toBe(200);
    // It is still the answer to that call, whatever has become of the file.
    expectReplay(await send(agent, key), first);
  });

  it('is refused where its key stands for another file, another name or another call', async () => {
    const agent = await bench.person.createAgent();
    const [key, ofMessage] = [randomUUID(), randomUUID()];
    const first = await send(agent, key);
    const others = [
      await send(agent, key, { body: Buffer.from('a,b\n1,3\n') }),
      await send(agent, key, { name: 'other.csv' }),
    ];
    for (const other of others) expectInvalidField(other, 'headers.idempotency-key');
    const headers = { 'idempotency-key': ofMessage };
    const sent = await agent.call('/api/agent/events', { body: { type: 'message', text: 'Hi' }, headers });
    expect(sent.status).toBe(200);
    expectInvalidField(await send(agent, ofMessage), 'headers.idempotency-key');
    expectReplay(await send(agent, key), first);
  });
});
