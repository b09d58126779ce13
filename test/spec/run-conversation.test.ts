import type { AgentClient } from '@svc/testkit';
import { bodyOf } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

describe('The conversation of a run', () => {
  /** Resolves with the conversation of the message. */
  async function say(agent: AgentClient, message: Record<string, unknown>): Promise<string> {
    const answer = await bodyOf('sendAgentMessage', agent.post({ text: 'Half way', ...message }));
    return answer.conversation_id ?? '';
  }

  it('is opened by its first message; later ones, by whatever way, and its bubble go there', async () => {
    const { agent, runId } = await bench.runningAgent();
    const { conversation_id: older } = await bench.person.send(agent.agentId, 'Before');
    const conversationId = await say(agent, { task_run_id: runId });
    expect(conversationId).not.toBe(older);
    await bench.person.send(agent.agentId, { text: 'Newer', conversation_id: older });
    expect(await say(agent, { task_run_id: runId })).toBe(conversationId);
    const socket = await bench.connect(agent);
    const said = await socket.ask({ text: 'By socket', task_run_id: runId });
    expect(said).toMatchObject({ type: 'message_ack', conversation_id: conversationId });
    socket.start('grown');
    socket.grow('grown', 'In pieces');
    expect(await socket.end('grown', { task_run_id: runId })).toMatchObject({
      type: 'message_ack',
      conversation_id: conversationId,
    });
    await agent.call(`/api/agent/tasks/runs/${runId}/progress`, { body: { text: 'Half' } });
    const inProgress = await bench.person.call(`/agents/${agent.agentId}/runs/in-progress`);
    expect(inProgress.body).toMatchObject({ runs: [{ id: runId, conversation_id: conversationId }] });
    await agent.tasks.complete(runId, { status: 'completed', summary: 'Done' });
    const shown = await bench.person.history(conversationId);
    const [last, ...texts] = shown.map(({ text }) => text);
    expect(last).toContain('Done');
    expect(texts).toEqual(['In pieces', 'By socket', 'Half way', 'Half way']);
    expect(shown.every(({ task_run_id }) => task_run_id === runId)).toBe(true);
    expect(await bodyOf('listRunMessages', bench.person.call(`/runs/${runId}/messages`))).toEqual(shown);
    expect(await bench.person.history(older)).toHaveLength(2);
    expect(await bench.person.conversationIds(agent.agentId)).toHaveLength(2);
  });

  it('is the one that its first message names, and a decision of the run stands there too', async () => {
    const { agent, runId } = await bench.runningAgent();
    const { conversation_id: named } = await bench.person.send(agent.agentId, 'Here, please');
    await bench.person.send(agent.agentId, 'Another conversation');
    expect(await say(agent, { task_run_id: runId, conversation_id: named })).toBe(named);
    expect(await say(agent, { task_run_id: runId })).toBe(named);
    const body = { title: 'Send it?', task_run_id: runId };
    const asked = await agent.call('/api/agent/decisions', { body });
    expect(asked.body).toMatchObject({ conversation_id: named, task_run_id: runId });
    await agent.tasks.complete(runId);
    const [bubble] = await bench.person.history(named);
    expect(bubble).toMatchObject({ kind: 'run', task_run_id: runId });
  });

  it('is one, though its first messages come at once, and no other run’s', async () => {
    const { agent, runId } = await bench.runningAgent();
    const opened = await Promise.all(Array.from({ length: 6 }, () => say(agent, { task_run_id: runId })));
    expect(new Set(opened).size).toBe(1);
    const other = await agent.tasks.startNew();
    expect(opened).not.toContain(await say(agent, { task_run_id: other.runId }));
  });
});

describe('The conversation of a test', () => {
  it('is archived whatever its agent answers, and no bubble, decision or message goes there', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const test = await bench.person.send(agent.agentId, { text: 'A test', is_test: true });
    expect(await socket.userMessage('A test')).toMatchObject({ conversation_id: test.conversation_id });
    await agent.send({ text: 'It has come', conversation_id: test.conversation_id });
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
    const archived = await bench.person.call(`/conversations?agent_id=${agent.agentId}&show=archived`);
    expect(archived.body).toMatchObject([{ id: test.conversation_id, archived: true }]);

    const { taskId, runId } = await agent.tasks.startNew();
    await agent.tasks.complete(runId, { status: 'completed', summary: 'Done' });
    const [opened = '', ...others] = await bench.person.conversationIds(agent.agentId);
    expect(others).toEqual([]);
    await bench.person.send(agent.agentId, { text: 'Again', is_test: true });
    await agent.call('/api/agent/decisions', { body: { title: 'Send it?' } });
    await agent.tasks.complete(await agent.tasks.start(taskId), { status: 'completed', summary: 'Twice' });
    expect(await bench.person.history(opened)).toHaveLength(3);
    expect(await bench.person.history(test.conversation_id)).toHaveLength(2);
  });
});

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
