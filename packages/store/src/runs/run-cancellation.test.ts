import { describe, expect, it } from '@jest/globals';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import type { TestAgent } from '../tasks/tasks.suite.js';

const bench = useStore();
const { addTask, eventOf, fire, statusOf, trigger } = taskBuilders(bench);

const cancel = (agent: TestAgent, runId: string) =>
  bench.store.runCancellations.cancel({ runId, userId: agent.ownerId });

const complete = (agent: TestAgent, runId: string) =>
  bench.store.runCompletions.complete({ runId, agentId: agent.agentId, status: 'completed', summary: null });

const messagesOf = (runId: string) => bench.sql('SELECT * FROM message WHERE task_run_id = $1', [runId]);

async function started(agent: TestAgent): Promise<string> {
  const { taskId } = await addTask(agent);
  return (await bench.store.runs.start(taskId, agent.agentId))?.runId ?? '';
}

describe('cancelling a run', () => {
  it('ends it, deletes its context and says so in the chat', async () => {
    const agent = await bench.addAgent();
    const runId = await started(agent);
    await bench.store.contextBlocks.append({ runId, agentId: agent.agentId, text: 'x' });
    const cancelled = await cancel(agent, runId);
    expect(await bench.store.runs.find(runId, agent)).toMatchObject({
      status: 'cancelled',
      summary: null,
      finishedAt: expect.any(Date),
    });
    expect(await bench.sql('SELECT 1 FROM context_block WHERE run_id = $1', [runId])).toEqual([]);
    expect(await messagesOf(runId)).toEqual([
      expect.objectContaining({
        id: cancelled?.messageId,
        conversation_id: cancelled?.conversationId,
        sender: 'agent',
        kind: 'run',
        text: 'The run was cancelled.',
        report_title: 'Mail',
      }),
    ]);
    await expect(complete(agent, runId)).rejects.toMatchObject({ detail: 'The run is already cancelled' });
  });

  it('drops its event, on its way or listed by a poll', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const { runId, eventId } = await fire(await addTask(agent));
    const listed = await trigger(await addTask(agent, { schedule: 'event' }));
    for (const id of [runId, listed]) {
      await cancel(agent, id);
      expect(await eventOf(id)).toMatchObject({
        state: 'failed',
        drop_reason: 'run_cancelled',
        is_listed: false,
      });
    }
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toEqual([]);
    await expect(bench.store.events.restart(eventId, agent.ownerId)).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('leaves an event that was delivered as it is', async () => {
    const agent = await bench.addAgent();
    const { runId, eventId } = await fire(await addTask(agent));
    await bench.store.channels.websocket.receive(eventId);
    await cancel(agent, runId);
    expect(await eventOf(runId)).toMatchObject({ state: 'delivered', drop_reason: null });
  });

  it('again changes nothing; of a run that its agent has finished it is refused', async () => {
    const agent = await bench.addAgent();
    const [runId, done] = [await started(agent), await started(agent)];
    await cancel(agent, runId);
    expect(await cancel(agent, runId)).toBeNull();
    expect(await messagesOf(runId)).toHaveLength(1);
    await complete(agent, done);
    await expect(cancel(agent, done)).rejects.toMatchObject({
      code: 'conflict',
      detail: 'The run is already completed',
    });
    expect(await messagesOf(done)).toHaveLength(1);
  });

  it('of a run whose task is being deleted finds it cancelled', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent);
    const { runId } = await fire(task);
    await bench.store.tasks.delete(task.taskId, { userId: agent.ownerId });
    expect(await cancel(agent, runId)).toBeNull();
  });

  it('at once with its completion and with itself lets one of them win, with one bubble', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const task = await addTask(agent);
    for (let round = 0; round < 15; round += 1) {
      const { runId, eventId } = await fire(task);
      const [cancelled, again, completed] = await Promise.allSettled([
        cancel(agent, runId),
        cancel(agent, runId),
        complete(agent, runId),
        bench.store.channels.websocket.receive(eventId),
      ]);
      const status = await statusOf(runId);
      expect(['cancelled', 'completed']).toContain(status);
      expect([cancelled.status, again.status, completed.status]).toEqual(
        status === 'cancelled'
          ? ['fulfilled', 'fulfilled', 'rejected']
          : ['rejected', 'rejected', 'fulfilled'],
      );
      expect(await messagesOf(runId)).toHaveLength(1);
    }
  });

  it('is refused for a run of somebody else', async () => {
    const runId = await started(await bench.addAgent());
    await expect(cancel(await bench.addAgent(), runId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await statusOf(runId)).toBe('running');
  });
});
