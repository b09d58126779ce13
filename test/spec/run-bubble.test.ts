/** @any-shape The gateway alone writes it, in the statement that ends the run. */
import { describe, expect, it } from '@jest/globals';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

describe('The bubble of a run', () => {
  it('is a message of the agent with task name and summary, in both histories, and no event', async () => {
    const agent = await bench.person.createAgent({ agent_name: 'Reporter' });
    const { runId } = await agent.tasks.startNew({ name: 'Weekly report' });
    const summary = '**Three** mails answered';
    await agent.tasks.complete(runId, { status: 'failed', summary });
    const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    const [bubble, ...others] = await bench.person.history(conversationId);
    expect(others).toEqual([]);
    expect(bubble).toMatchObject({ sender: 'agent', sender_name: 'Reporter', task_run_id: runId });
    expect(bubble?.text).toContain(summary);
    expect(JSON.stringify(bubble)).toContain('Weekly report');
    expect(await agent.history(conversationId)).toMatchObject([{ sender: 'agent', text: bubble?.text }]);
    expect(await bench.person.events(agent.agentId)).toEqual([]);
  });

  it('goes to the latest conversation of the agent with its owner', async () => {
    const { agent, ...older } = await bench.askedAgent('An older conversation');
    const newer = await bench.person.send(agent.agentId, 'A newer conversation');
    const { runId } = await agent.tasks.startNew();
    await agent.tasks.complete(runId, { status: 'completed', summary: 'Done' });
    expect(await bench.person.history(older.conversation_id)).toHaveLength(1);
    const [bubble] = await bench.person.history(newer.conversation_id);
    expect(bubble).toMatchObject({ sender: 'agent', task_run_id: runId });
    expect(await bench.person.conversationIds(agent.agentId)).toHaveLength(2);
  });
});
