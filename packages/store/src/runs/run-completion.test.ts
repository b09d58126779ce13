import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import type { RunResult } from '@svc/domain';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import type { TestAgent } from '../tasks/tasks.suite.js';

const bench = useStore();
const { addTask, eventOf, fire, statusOf, trigger } = taskBuilders(bench);

async function started(agent: TestAgent): Promise<string> {
  const { taskId } = await addTask(agent);
  return (await bench.store.runs.start(taskId, agent.agentId))?.runId ?? '';
}

const complete = (
  agent: TestAgent,
  runId: string,
  status: RunResult = 'completed',
  summary: string | null = '**Done**',
) => bench.store.runCompletions.complete({ runId, agentId: agent.agentId, status, summary });

const messagesOf = (runId: string) => bench.sql('SELECT * FROM message WHERE task_run_id = $1', [runId]);

describe('completing a run', () => {
  it('finishes it, deletes its context and puts its bubble into a new conversation', async () => {
    const agent = await bench.addAgent();
    const runId = await started(agent);
    await bench.store.contextBlocks.append({ runId, agentId: agent.agentId, text: 'x' });
    const done = await complete(agent, runId);
    expect(await bench.store.runs.find(runId, agent)).toMatchObject({
      status: 'completed',
      summary: '**Done**',
      finishedAt: expect.any(Date),
    });
    expect(await bench.sql('SELECT 1 FROM context_block WHERE run_id = $1', [runId])).toEqual([]);
    expect(await messagesOf(runId)).toEqual([
      expect.objectContaining({
        id: done?.messageId,
        conversation_id: done?.conversationId,
        sender: 'agent',
        sender_name: 'Ada',
        kind: 'run',
        text: '**Done**',
        report_title: 'Mail',
      }),
    ]);
    expect(await bench.store.conversations.listOf(agent.ownerId)).toMatchObject([
      { conversationId: done?.conversationId, lastMessageText: '**Done**' },
    ]);
  });

  it('says in the bubble how it ended where there is no summary, and keeps none', async () => {
    const agent = await bench.addAgent();
    const runId = await started(agent);
    await complete(agent, runId, 'failed', null);
    expect(await messagesOf(runId)).toMatchObject([{ text: 'Failed without a summary.' }]);
    expect(await bench.store.runs.find(runId, agent)).toMatchObject({ status: 'failed', summary: null });
  });

  it('uses the conversation with the newest message, and goes on in its order', async () => {
    const agent = await bench.addAgent();
    const first = await bench.addMessage(agent);
    await bench.addMessage(agent);
    const future = new Date(Date.now() + 60_000);
    await bench.sql('UPDATE conversation SET last_message_at = $2 WHERE id = $1', [
      first.conversationId,
      future,
    ]);
    const runId = await started(agent);
    expect(await complete(agent, runId)).toMatchObject({ conversationId: first.conversationId });
    expect(await messagesOf(runId)).toMatchObject([{ created_at: new Date(future.getTime() + 1) }]);
  });

  it('ends the delivery of its event and its place in the poll', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const { runId } = await fire(await addTask(agent));
    const queued = await trigger(await addTask(agent, { schedule: 'event' }));
    for (const id of [runId, queued]) {
      await complete(agent, id);
      expect(await eventOf(id)).toMatchObject({
        state: 'delivered',
        channel: 'poll',
        is_listed: false,
      });
    }
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toEqual([]);
  });

  it('with the same status again changes nothing; with another it is refused', async () => {
    const agent = await bench.addAgent();
    const runId = await started(agent);
    await complete(agent, runId);
    expect(await complete(agent, runId, 'completed', 'other')).toBeNull();
    await expect(complete(agent, runId, 'failed')).rejects.toMatchObject({
      code: 'conflict',
      detail: 'The run is already completed',
    });
    expect(await messagesOf(runId)).toHaveLength(1);
    expect(await bench.store.runs.find(runId, agent)).toMatchObject({ summary: '**Done**' });
  });

  it('at once from many callers writes one bubble', async () => {
    const agent = await bench.addAgent();
    const runId = await started(agent);
    const results = await Promise.all(Array.from({ length: 8 }, () => complete(agent, runId)));
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(await messagesOf(runId)).toHaveLength(1);
  });

  it('at once with both statuses lets one of them win', async () => {
    const agent = await bench.addAgent();
    const runId = await started(agent);
    const results = await Promise.allSettled([
      complete(agent, runId, 'completed'),
      complete(agent, runId, 'failed'),
    ]);
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(1);
    expect(await messagesOf(runId)).toHaveLength(1);
  });

  it('of several runs of a new agent at once opens one conversation', async () => {
    const agent = await bench.addAgent();
    const runs = await Promise.all(Array.from({ length: 6 }, () => started(agent)));
    const done = await Promise.all(runs.map((runId) => complete(agent, runId)));
    expect(new Set(done.map((result) => result?.conversationId)).size).toBe(1);
    expect(await bench.store.conversations.listOf(agent.ownerId)).toHaveLength(1);
  });

  it('while its event is received, written to and failed neither blocks nor repeats', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const task = await addTask(agent);
    const { conversationId } = await bench.addMessage(agent);
    for (let round = 0; round < 15; round += 1) {
      const { runId, eventId } = await fire(task);
      const message = {
        messageId: newId('message'),
        agentId: agent.agentId,
        conversationId,
        opensConversation: false,
        text: 'x',
        imageUrls: [],
        reportTitle: null,
        reportDescription: null,
        taskRunId: runId,
      };
      await Promise.all([
        bench.store.channels.websocket.receive(eventId),
        bench.store.messages.writeAgentMessage(message),
        complete(agent, runId),
        bench.addMessage(agent, 'hello', conversationId),
        complete(agent, runId),
      ]);
      expect(await statusOf(runId)).toBe('completed');
      expect(await messagesOf(runId)).toHaveLength(2);
    }
  });

  it('is refused for a run of another agent', async () => {
    const runId = await started(await bench.addAgent());
    const other = await bench.addAgent();
    await expect(complete(other, runId)).rejects.toMatchObject({ code: 'not_found' });
  });
});
