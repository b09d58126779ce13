/** @any-shape The gateway alone writes it, in the statement that ends the run. */
import { describe, expect, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectQueued } from './trigger-calls.js';

describe('The bubble of a run', () => {
  const bench = useProduct();

  async function startRun(agent: AgentClient, name = 'Weekly report'): Promise<string> {
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *', name });
    return agent.tasks.start(id);
  }

  it.each(['completed', 'failed'] as const)(
    'is a message of the agent with task name and summary, once its run is %s',
    async (status) => {
      const agent = await bench.person.createAgent({ agent_name: 'Reporter' });
      const runId = await startRun(agent);
      const summary = '**Three** mails answered';
      await agent.tasks.complete(runId, { status, summary });
      const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
      const messages = await bench.person.history(conversationId);
      expect(messages).toHaveLength(1);
      expect(messages[0]).toMatchObject({
        sender: 'agent',
        sender_name: 'Reporter',
        task_run_id: runId,
        text: expect.stringContaining(summary),
      });
      expect(JSON.stringify(messages[0])).toContain('Weekly report');
    },
  );

  it('goes to the latest conversation of the agent with its owner', async () => {
    const agent = await bench.person.createAgent();
    const older = await bench.person.send(agent.agentId, 'An older conversation');
    const newer = await bench.person.send(agent.agentId, 'A newer conversation');
    const runId = await startRun(agent);
    await agent.tasks.complete(runId, { status: 'completed', summary: 'Done' });
    expect(await bench.person.history(older.conversation_id)).toHaveLength(1);
    const [bubble] = await bench.person.history(newer.conversation_id);
    expect(bubble).toMatchObject({ sender: 'agent', task_run_id: runId });
    expect(await bench.person.conversationIds(agent.agentId)).toHaveLength(2);
  });

  it('makes a conversation where there is none', async () => {
    const agent = await bench.person.createAgent();
    await agent.tasks.complete(await startRun(agent), { status: 'completed', summary: 'First contact' });
    expect(await bench.person.conversationIds(agent.agentId)).toHaveLength(1);
  });

  it('comes once, however often the run is completed with the same status', async () => {
    const agent = await bench.person.createAgent();
    const runId = await startRun(agent);
    const result = { status: 'completed', summary: 'Once' } as const;
    await Promise.all(Array.from({ length: 8 }, () => agent.tasks.complete(runId, result)));
    const [conversationId = '', ...others] = await bench.person.conversationIds(agent.agentId);
    expect(others).toEqual([]);
    expect(await bench.person.history(conversationId)).toHaveLength(1);
  });

  it('is made without a summary as well', async () => {
    const agent = await bench.person.createAgent();
    const runId = await startRun(agent);
    await agent.tasks.complete(runId);
    const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    expect(await bench.person.history(conversationId)).toMatchObject([{ task_run_id: runId }]);
  });

  it('is in the history of the agent as well, and creates no event to the agent', async () => {
    const agent = await bench.person.createAgent();
    const runId = await startRun(agent);
    await agent.tasks.complete(runId, { status: 'completed', summary: 'Seen' });
    const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    const [message] = await agent.history(conversationId);
    expect(message).toMatchObject({ sender: 'agent', text: expect.stringContaining('Seen') });
    expect(await bench.person.events(agent.agentId)).toEqual([]);
  });

  it('is not made by a refused completion', async () => {
    const agent = await bench.person.createAgent();
    const runId = await startRun(agent);
    const body = { status: 'completed', summary: 'x'.repeat(1_001) };
    expectRefusal(await agent.call(`/api/agent/tasks/runs/${runId}/complete`, { body }), 422);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('comes for a triggered run too', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered({ name: 'Order desk' });
    await expectQueued(trigger_id, { order: 7 });
    const [pending] = await agent.tasks.pendingTriggers();
    await agent.tasks.complete(pending?.run_id ?? '', { status: 'completed', summary: 'Order 7 shipped' });
    const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    expect(await bench.person.history(conversationId)).toMatchObject([
      { text: expect.stringContaining('Order 7 shipped'), task_run_id: pending?.run_id },
    ]);
  });
});

describe('A message with task_run_id', () => {
  const bench = useProduct();

  it('is attached to that run, over REST and over the socket', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const runId = await agent.tasks.start(id);
    const rest = await agent.send({ text: 'Half way', task_run_id: runId });
    const socket = await bench.connect(agent);
    const ack = await socket.ask({ text: 'Nearly', task_run_id: runId });
    expect(ack).toMatchObject({ type: 'message_ack' });
    const shown = await Promise.all(
      (await bench.person.conversationIds(agent.agentId)).map((conversationId) =>
        bench.person.history(conversationId),
      ),
    );
    const attached = shown.flat().filter((message) => message.task_run_id === runId);
    expect(new Set(attached.map((message) => message.id))).toEqual(
      new Set([rest, (ack as unknown as { message_id: string }).message_id]),
    );
  });

  it('is refused where the run is unknown or of another agent, and not stored', async () => {
    const [agent, sibling] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const { id } = await sibling.tasks.create({ schedule: '0 9 1 1 *' });
    for (const runId of [await sibling.tasks.start(id), `run_${'0'.repeat(32)}`]) {
      expectRefusal(await agent.post({ text: 'x', task_run_id: runId }), 404, 'Not found');
      const socket = await bench.connect(agent);
      expect(await socket.ask({ text: 'x', task_run_id: runId })).toMatchObject({ type: 'error' });
    }
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });
});
