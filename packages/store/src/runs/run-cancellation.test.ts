import { expect, it } from '@jest/globals';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';

const bench = useStore();
const { addTask, complete, fire, statusOf } = taskBuilders(bench);

it('a run that is cancelled twice and completed at once ends as one of them says, with one bubble', async () => {
  const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
  const task = await addTask(agent);
  for (let round = 0; round < 15; round += 1) {
    const { runId, eventId } = await fire(task);
    const cancel = () => bench.store.runCancellations.cancel({ runId, userId: agent.ownerId });
    const [cancelled, again, completed] = await Promise.allSettled([
      cancel(),
      cancel(),
      complete(agent, runId),
      bench.store.channels.websocket.receive(eventId),
    ]);
    const status = await statusOf(runId);
    expect(['cancelled', 'completed']).toContain(status);
    expect([cancelled.status, again.status, completed.status]).toEqual(
      status === 'cancelled' ? ['fulfilled', 'fulfilled', 'rejected'] : ['rejected', 'rejected', 'fulfilled'],
    );
    expect(await bench.sql('SELECT * FROM message WHERE task_run_id = $1', [runId])).toHaveLength(1);
  }
});
