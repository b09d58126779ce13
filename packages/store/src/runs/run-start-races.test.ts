import { expect, it } from '@jest/globals';
import { lockWaits } from '../lock-waits.suite.js';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';

const bench = useStore();
const { holding, untilWaiting } = lockWaits(bench);
const { addTask, eventOf, trigger } = taskBuilders(bench);

it('a run that is started while its receipt is recorded is the one that was pushed', async () => {
  const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
  const task = await addTask(agent, { schedule: 'event' });
  const runId = await trigger(task);
  const eventId = (await eventOf(runId))['id'] as string;
  const behind = await bench.addMessage(other);
  const held = await holding('SELECT 1 FROM open_event WHERE event_id = $1 FOR UPDATE', [behind.eventId]);
  // Of one statement, which has begun the run and waits for the other event.
  const received = [eventId, behind.eventId].map((id) => bench.store.events.markDelivered(id, 'websocket'));
  await untilWaiting(1);
  const started = bench.store.runs.start(task.taskId, agent.agentId);
  await untilWaiting(2);
  await held.commit();
  await Promise.all(received);
  expect(await started).toEqual({ runId });
});
