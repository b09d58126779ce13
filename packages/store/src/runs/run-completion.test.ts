import { describe, expect, it } from '@jest/globals';
import { agentMessage, useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';

const bench = useStore();
const { addTask, complete, fire, start, statusOf } = taskBuilders(bench);

describe('completing a run', () => {
  it('of several runs of a new agent at once opens one conversation', async () => {
    const agent = await bench.addAgent();
    const runs = await Promise.all(Array.from({ length: 6 }, () => start(agent)));
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
      const message = agentMessage(agent, conversationId, { taskRunId: runId });
      await Promise.all([
        bench.store.channels.websocket.receive(eventId),
        bench.store.messages.writeAgentMessage(message),
        complete(agent, runId),
        bench.addMessage(agent, 'hello', conversationId),
        complete(agent, runId),
      ]);
      expect(await statusOf(runId)).toBe('completed');
      expect(await bench.sql('SELECT * FROM message WHERE task_run_id = $1', [runId])).toHaveLength(2);
    }
  });
});
