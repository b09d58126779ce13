import { describe, expect, it } from '@jest/globals';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { addTask, fire, statusOf } = taskBuilders(bench);

const cancel = (agent: TestAgent, runId: string) =>
  bench.store.runCancellations.cancel({ runId, userId: agent.ownerId });

const complete = (agent: TestAgent, runId: string) =>
  bench.store.runCompletions.complete({ runId, agentId: agent.agentId, status: 'completed', summary: null });

const messagesOf = (runId: string) => bench.sql('SELECT * FROM message WHERE task_run_id = $1', [runId]);

describe('cancelling a run', () => {
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
});
