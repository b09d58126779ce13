import { describe, expect, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { useProduct } from './product-under-test.js';
import { expectQueued } from './trigger-calls.js';

describe('On connecting', () => {
  const bench = useProduct();

  /** A message, a trigger and a due task that wait for the agent, in this order. */
  async function missed(agent: AgentClient) {
    await bench.person.send(agent.agentId, 'Missed');
    const { trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, { order: 1 });
    const { id } = await agent.tasks.create({ schedule: 'once' });
    await bench.person.untilEvents(agent.agentId, 'waiting', 3);
    return { taskId: id };
  }

  it('waiting triggers and due tasks stay with their polls; waiting messages are pushed', async () => {
    const agent = await bench.person.createAgent();
    const { taskId } = await missed(agent);
    const socket = await bench.connect(agent);
    await socket.userMessage('Missed');
    await bench.person.send(agent.agentId, 'Afterwards');
    await socket.userMessage('Afterwards');
    expect(socket.events.map(({ type }) => type)).toEqual(['user_message', 'user_message']);
    expect(await agent.tasks.due()).toMatchObject([{ id: taskId }]);
    expect(await agent.tasks.pendingTriggers()).toMatchObject([{ payload: { order: 1 } }]);
  });

  it('with "resume": true they are pushed too, oldest first, and leave their polls', async () => {
    const agent = await bench.person.createAgent();
    const { taskId } = await missed(agent);
    const socket = await bench.connect(agent, { resume: true });
    const due = await socket.taskDue(taskId);
    expect(socket.events.map(({ type }) => type)).toEqual(['user_message', 'task_trigger', 'task_due']);
    await bench.person.untilEvents(agent.agentId, 'delivered', 3);
    expect(await agent.tasks.due()).toEqual([]);
    expect(await agent.tasks.run(due.run_id)).toMatchObject({ status: 'running' });
  });
});
