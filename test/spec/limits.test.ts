/** @any-shape The gateway alone refuses, by the contract. */
import { describe, expect, it } from '@jest/globals';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

interface Border {
  what: string;
  field: string;
  lengthMax: number;
  send(agent: AgentClient, text: string): Promise<HttpAnswer>;
}

const ofMessage = (field: string, lengthMax: number): Border => ({
  ...{ what: 'a message of an agent', field, lengthMax },
  send: (agent, text) => agent.post({ text: 'x', [field]: text }),
});

const ofTask = (field: string, lengthMax: number): Border => ({
  ...{ what: 'a task', field, lengthMax },
  send: (agent, text) =>
    agent.call('/api/agent/tasks', { body: { name: 'x', prompt: 'x', schedule: 'event', [field]: text } }),
});

const BORDERS: Border[] = [
  ofMessage('text', 32_768),
  ofMessage('report_title', 200),
  ofMessage('report_description', 1_000),
  ofTask('name', 200),
  ofTask('prompt', 32_768),
  {
    ...{ what: 'a message of a user', field: 'text', lengthMax: 32_768 },
    send: ({ agentId }, text) => bench.person.postMessage(agentId, { text }),
  },
  {
    ...{ what: 'an agent', field: 'agent_name', lengthMax: 100 },
    send: ({ agentId }, agent_name) =>
      bench.person.call(`/agents/${agentId}`, { method: 'PATCH', body: { agent_name } }),
  },
  {
    ...{ what: 'a context block', field: 'text', lengthMax: 65_536 },
    async send(agent, text) {
      const { runId } = await agent.tasks.startNew();
      return agent.call(`/api/agent/tasks/runs/${runId}/context`, { body: { text } });
    },
  },
];

describe('The length of a text', () => {
  it.each(BORDERS)('of $what: $lengthMax characters of $field, and not one more', async (border) => {
    const agent = await bench.person.createAgent();
    const longest = 'ü'.repeat(border.lengthMax);
    expect([200, 201]).toContain((await border.send(agent, longest)).status);
    expectInvalidField(await border.send(agent, `${longest}x`), `body.${border.field}`);
  });

  it('of a message frame is that of a call', async () => {
    const socket = await bench.connect(await bench.person.createAgent());
    expect(await socket.ask({ text: 'ü'.repeat(32_768) })).toMatchObject({ type: 'message_ack' });
    expect(await socket.ask({ text: 'ü'.repeat(32_769) })).toMatchObject({ type: 'error' });
  });

  it('keeps no message and no task from reaching its agent whole', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const [name, prompt] = ['🎉'.repeat(200), '🎉'.repeat(32_768)];
    // Messages are measured in UTF-16.
    const text = '🎉'.repeat(16_384);
    await bench.person.send(agent.agentId, text);
    await socket.userMessage(text);
    const { id } = await agent.tasks.create({ schedule: 'once', name, prompt });
    expect(await socket.taskDue(id)).toMatchObject({ task_name: name, task_prompt: prompt });
  });
});
