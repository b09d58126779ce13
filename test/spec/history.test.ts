/** @any-shape The gateway alone answers, from rows. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentClient, HistoryMessage } from '@svc/testkit';
import { expectAnswer } from './answers.js';
import { useProduct } from './product-under-test.js';

describe('GET /api/agent/conversations/{conversation_id}/messages', () => {
  const bench = useProduct();
  const COUNT = 103;
  const newestFirst = Array.from({ length: COUNT }, (_, index) => `message ${COUNT - index}`);
  let agent: AgentClient;
  let conversationId: string;

  beforeAll(async () => {
    agent = await bench.person.createAgent({ agent_name: 'Archivist' });
    conversationId = (await bench.person.send(agent.agentId, 'message 1')).conversation_id;
    const socket = await agent.connect();
    for (let number = 2; number < COUNT; number += 1) {
      socket.send({ type: 'message', text: `message ${number}`, conversation_id: conversationId });
    }
    await socket.ask({ text: `message ${COUNT}`, conversation_id: conversationId });
    await socket.close();
  });

  it('answers messages with the fields of the specification and no others, newest first', async () => {
    const answer = await agent.readHistory(conversationId, '?limit=100');
    expectAnswer('listAgentMessages', answer, 200);
    const messages = answer.body as HistoryMessage[];
    expect(messages.map(({ text }) => text)).toEqual(newestFirst.slice(0, 100));
    for (const message of messages) {
      expect(message).toEqual({
        id: expect.stringMatching(/^msg_[0-9a-f]+$/),
        conversation_id: conversationId,
        sender: 'agent',
        sender_name: 'Archivist',
        text: expect.any(String),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
    }
  });

  it('says of each message whether agent or human sent it, with the display name', async () => {
    const { conversation_id } = await bench.person.send(agent.agentId, 'Hello');
    await agent.send({ text: 'Hello to you', conversation_id });
    expect(await agent.history(conversation_id)).toMatchObject([
      { sender: 'agent', sender_name: 'Archivist', text: 'Hello to you' },
      { sender: 'human', sender_name: bench.person.name, text: 'Hello' },
    ]);
  });

  it('has 50 messages where limit is not given', async () => {
    expect(await agent.history(conversationId)).toHaveLength(50);
  });

  it('takes any ISO timestamp as cursor: with an offset, a leap second, or microseconds', async () => {
    const at = (await agent.history(conversationId))[0]?.created_at ?? '';
    const before = async (cursor: string) => {
      const page = await agent.history(conversationId, `?limit=1&cursor=${encodeURIComponent(cursor)}`);
      return page.map(({ text }) => text);
    };
    const [newest = '', second = ''] = newestFirst;
    expect(await before('2001-01-01T00:00:00Z')).toEqual([]);
    expect(await before('2015-06-30T23:59:60Z')).toEqual([]);
    expect(await before('2999-01-01T00:00:00+02:00')).toEqual([newest]);
    expect(await before(at.replace('Z', '001Z'))).toEqual([newest]);
    expect(await before(at.replace('Z', '000Z'))).toEqual([second]);
  });

  it('strictly increases created_at within a conversation, also of messages sent at once', async () => {
    const { conversation_id } = await bench.person.send(agent.agentId, 'All at once');
    await Promise.all(
      Array.from({ length: 25 }, (_, index) => agent.send({ text: `${index}`, conversation_id })),
    );
    const times = (await agent.history(conversation_id, '?limit=100')).map(({ created_at }) => created_at);
    expect(times).toHaveLength(26);
    expect(new Set(times).size).toBe(26);
    expect(times).toEqual([...times].sort().reverse());
  });
});
