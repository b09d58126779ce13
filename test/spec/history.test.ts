/** @any-shape The gateway alone answers, from rows. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Person } from '@svc/testkit';
import type { AgentClient, HistoryMessage } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

describe('GET /api/agent/conversations/{conversation_id}/messages', () => {
  const bench = useProduct();
  const COUNT = 103;
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

  it('answers an array of messages with the fields of the specification and no others', async () => {
    const answer = await agent.readHistory(conversationId, '?limit=100');
    expectAnswer('listAgentMessages', answer, 200);
    for (const message of answer.body as HistoryMessage[]) {
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

  it('is newest first', async () => {
    const texts = (await agent.history(conversationId, '?limit=100')).map(({ text }) => text);
    expect(texts).toEqual(Array.from({ length: 100 }, (_, index) => `message ${COUNT - index}`));
  });

  it('has 50 messages where limit is not given', async () => {
    expect(await agent.history(conversationId)).toHaveLength(50);
  });

  it('takes a limit from 1 to 100', async () => {
    expect(await agent.history(conversationId, '?limit=1')).toHaveLength(1);
    expect(await agent.history(conversationId, '?limit=100')).toHaveLength(100);
    for (const limit of ['0', '101', '-1', '1.5', 'many', '', '1e1000']) {
      expectInvalidField(await agent.readHistory(conversationId, `?limit=${limit}`), 'query.limit');
    }
  });

  it('returns messages older than cursor, so pages neither lose nor repeat one', async () => {
    const seen: string[] = [];
    for (let query = '?limit=25'; ;) {
      const page = await agent.history(conversationId, query);
      seen.push(...page.map(({ text }) => text));
      const last = page.at(-1);
      if (last === undefined) break;
      query = `?limit=25&cursor=${encodeURIComponent(last.created_at)}`;
    }
    expect(seen).toEqual(Array.from({ length: COUNT }, (_, index) => `message ${COUNT - index}`));
  });

  it('takes any ISO timestamp as cursor, and nothing else', async () => {
    expect(await agent.history(conversationId, '?cursor=2001-01-01T00:00:00Z')).toEqual([]);
    expect(await agent.history(conversationId, '?cursor=2999-01-01T00:00:00%2B02:00')).toHaveLength(50);
    for (const cursor of ['yesterday', '', '12345678', '2026-13-01T00:00:00Z', 'msg_1']) {
      expectInvalidField(await agent.readHistory(conversationId, `?cursor=${cursor}`), 'query.cursor');
    }
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

  it('does not find another agent’s conversation, nor one that does not exist', async () => {
    const other = await bench.person.createAgent();
    const stranger = await (await Person.signUp(baseUrl)).createAgent();
    expectRefusal(await other.readHistory(conversationId), 404, 'Not found');
    expectRefusal(await stranger.readHistory(conversationId), 404, 'Not found');
    expectRefusal(await agent.readHistory(`conv_${'0'.repeat(32)}`), 404, 'Not found');
    expectRefusal(await agent.readHistory('nonsense'), 404, 'Not found');
  });
});
