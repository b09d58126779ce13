/** @any-shape The gateway alone refuses, by the contract. */
import { describe, expect, it } from '@jest/globals';
import { expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

const TEXT_LENGTH_MAX = 32_768;
const BORDERS = [
  { field: 'text', lengthMax: TEXT_LENGTH_MAX },
  { field: 'report_title', lengthMax: 200 },
  { field: 'report_description', lengthMax: 1_000 },
];

describe('A message of an agent', () => {
  const bench = useProduct();

  it.each(BORDERS)(
    'may have $lengthMax characters of $field, and not one more',
    async ({ field, lengthMax }) => {
      const agent = await bench.person.createAgent();
      const longest = { text: 'x', [field]: 'ü'.repeat(lengthMax) };
      expect((await agent.post(longest)).status).toBe(200);
      const answer = await agent.post({ text: 'x', [field]: 'ü'.repeat(lengthMax + 1) });
      expectInvalidField(answer, `body.${field}`);
      const socket = await bench.connect(agent);
      expect(await socket.ask(longest)).toMatchObject({ type: 'message_ack' });
      expect(await socket.ask({ text: 'x', [field]: 'ü'.repeat(lengthMax + 1) })).toMatchObject({
        type: 'error',
      });
      expect(await bench.person.conversationIds(agent.agentId)).toHaveLength(2);
    },
  );
});

describe('A message of a user', () => {
  const bench = useProduct();

  it('may have 32,768 characters of text, and not one more', async () => {
    const agent = await bench.person.createAgent();
    const answer = await bench.person.postMessage(agent.agentId, { text: 'x'.repeat(TEXT_LENGTH_MAX + 1) });
    expectInvalidField(answer, 'body.text');
    const text = '🎉'.repeat(TEXT_LENGTH_MAX / 2);
    const socket = await bench.connect(agent);
    await bench.person.send(agent.agentId, text);
    await socket.userMessage(text);
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
  });
});

describe('An agent’s name', () => {
  const bench = useProduct();

  it('may have 100 characters, and not one more', async () => {
    const agent = await bench.person.createAgent({ agent_name: 'ü'.repeat(100) });
    const change = { method: 'PATCH', body: { agent_name: 'ü'.repeat(101) } };
    expectInvalidField(await bench.person.call(`/agents/${agent.agentId}`, change), 'body.agent_name');
  });
});
