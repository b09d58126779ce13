import { expect, it } from '@jest/globals';
import { attemptCalls } from '../events/attempts.suite.js';
import { lockWaits } from '../lock-waits.suite.js';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { finish, only } = attemptCalls(bench);
const { behind, holdingRow } = lockWaits(bench);
const { addTask, complete, eventOf, trigger } = taskBuilders(bench);

/** A trigger that its agent has begun and is sent again: its event is listed by the poll, and not delivered. */
async function sentAgain(): Promise<{ agent: TestAgent; runId: string; eventId: string }> {
  const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
  await bench.store.agents.change(agent.agentId, agent.ownerId, { pushTriggersToWebhook: true });
  const task = await addTask(agent, { schedule: 'event' });
  const runId = await trigger(task);
  await bench.store.runs.start(task.taskId, agent.agentId);
  const eventId = (await eventOf(runId))['id'] as string;
  await bench.store.events.restart(eventId, agent.ownerId);
  return { agent, runId, eventId };
}

const ENDINGS: [string, (agent: TestAgent, runId: string) => Promise<unknown>][] = [
  ['completed', complete],
  ['cancelled', ({ ownerId }, runId) => bench.store.runCancellations.cancel({ runId, userId: ownerId })],
];

it.each(ENDINGS)(
  'an event of a run that is received while the run is %s ends with it',
  async (_name, end) => {
    const { agent, runId, eventId } = await sentAgain();
    const attempt = await only(agent.agentId);
    await behind(
      holdingRow('event', eventId),
      () => finish(attempt, { outcome: 'delivered', statusCode: 200 }),
      () => end(agent, runId),
    );
    expect(await eventOf(runId)).toMatchObject({
      ...{ state: 'delivered', is_listed: false, in_flight_until: null, ended_at: expect.any(Date) },
    });
  },
);
