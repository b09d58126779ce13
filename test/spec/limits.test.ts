/** @any-shape The gateway alone refuses, by the contract. */
import { describe, expect, it } from '@jest/globals';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

type Send = (agent: AgentClient, body: Record<string, string>) => Promise<HttpAnswer>;

const message: Send = (agent, body) => agent.post({ text: 'x', ...body });
const task: Send = (agent, body) =>
  agent.call('/api/agent/tasks', { body: { name: 'x', prompt: 'x', schedule: 'event', ...body } });
const userMessage: Send = ({ agentId }, body) => bench.person.postMessage(agentId, body);
const change: Send = ({ agentId }, body) =>
  bench.person.call(`/agents/${agentId}`, { method: 'PATCH', body });
const context: Send = async (agent, body) =>
  agent.call(`/api/agent/tasks/runs/${(await agent.tasks.startNew()).runId}/context`, { body });

describe('The length of a text', () => {
  it.each<[what: string, field: string, lengthMax: number, send: Send]>([
    ['a message of an agent', 'text', 32_768, message],
    ['a message of an agent', 'report_title', 200, message],
    ['a message of an agent', 'report_description', 1_000, message],
    ['a task', 'name', 200, task],
    ['a task', 'prompt', 32_768, task],
    ['a message of a user', 'text', 32_768, userMessage],
    ['an agent', 'agent_name', 100, change],
    ['a context block', 'text', 65_536, context],
  ])('of %s, its %s: %i characters, and not one more', async (_what, field, lengthMax, send) => {
    const agent = await bench.person.createAgent();
    const longest = 'ü'.repeat(lengthMax);
    expect([200, 201]).toContain((await send(agent, { [field]: longest })).status);
    expectInvalidField(await send(agent, { [field]: `${longest}x` }), `body.${field}`);
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
