import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { lockWaits } from '../lock-waits.suite.js';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import type { TestAgent } from '../tasks/tasks.suite.js';

const bench = useStore();
const { holding, untilWaiting } = lockWaits(bench);
const { addTask, eventOf, trigger } = taskBuilders(bench);

/** A trigger that its agent has begun and is sent again: its event is listed by the poll, and not delivered. */
async function sentAgain(): Promise<{ agent: TestAgent; runId: string; eventId: string }> {
  const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
  // So that an attempt that succeeds writes the agent's row, for which it can be made to wait.
  await bench.sql(
    'UPDATE agent SET push_triggers_to_webhook = true, consecutive_failures = 1 WHERE id = $1',
    [agent.agentId],
  );
  const task = await addTask(agent, { schedule: 'event' });
  const runId = await trigger(task);
  await bench.store.runs.start(task.taskId, agent.agentId);
  const eventId = (await eventOf(runId))['id'] as string;
  await bench.store.events.restart(eventId, agent.ownerId);
  return { agent, runId, eventId };
}

async function deliver(eventId: string): Promise<void> {
  const reserved = await bench.store.attempts.reserve({
    eventId,
    deliveryId: newId('delivery'),
    attempt: 0,
    leaseMs: 60_000,
  });
  if (reserved === null) throw new Error('Nothing was reserved');
  const { deliveryId, agentId, reservation } = reserved;
  return bench.store.attempts.finish({
    ...{ deliveryId, eventId, agentId, reservation, outcome: 'delivered', nextInMs: null },
    ...{ statusCode: 200, error: null, response: null, durationMs: 1 },
  });
}

const ENDINGS: [string, (agent: TestAgent, runId: string) => Promise<unknown>][] = [
  [
    'completed',
    ({ agentId }, runId) =>
      bench.store.runCompletions.complete({ runId, agentId, status: 'completed', summary: null }),
  ],
  ['cancelled', ({ ownerId }, runId) => bench.store.runCancellations.cancel({ runId, userId: ownerId })],
];

describe('the event of a run that is under way, received while the run is', () => {
  it.each(ENDINGS)('%s, ends with it', async (_name, end) => {
    const { agent, runId, eventId } = await sentAgain();
    const held = await holding('SELECT 1 FROM agent WHERE id = $1 FOR NO KEY UPDATE', [agent.agentId]);
    const delivered = deliver(eventId);
    await untilWaiting(1);
    const ended = end(agent, runId);
    await untilWaiting(2);
    await held.commit();
    await Promise.all([delivered, ended]);
    expect(await bench.sql('SELECT state FROM open_event WHERE event_id = $1', [eventId])).toEqual([]);
    expect(await eventOf(runId)).toMatchObject({ state: 'delivered', ended_at: expect.any(Date) });
  });
});
