import { agentMessage, useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { addTask, behind, complete, eventOf, finish, fire, holdingRow, only, start, statusOf } = bench;
const { trigger } = bench;

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

const received = 'an event of a run that is received while the run is %s ends with it';
it.each(ENDINGS)(received, async (_name, end) => {
  const { agent, runId, eventId } = await sentAgain();
  const attempt = await only(agent.agentId);
  const receive = () => finish(attempt, { outcome: 'delivered', statusCode: 200 });
  await behind(holdingRow('event', eventId), receive, () => end(agent, runId));
  const ended = { state: 'delivered', is_listed: false, in_flight_until: null, ended_at: expect.any(Date) };
  expect(await eventOf(runId)).toMatchObject(ended);
});

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
    const [done, refused] = ['fulfilled', 'rejected'];
    const statuses = status === 'cancelled' ? [done, done, refused] : [refused, refused, done];
    expect([cancelled.status, again.status, completed.status]).toEqual(statuses);
    expect(await bench.sql`SELECT * FROM message WHERE task_run_id = ${runId}`).toHaveLength(1);
  }
});

it('several runs of a new agent that are completed at once open one conversation', async () => {
  const agent = await bench.addAgent();
  const runs = await Promise.all(Array.from({ length: 6 }, () => start(agent)));
  const done = await Promise.all(runs.map((runId) => complete(agent, runId)));
  expect(new Set(done.map((result) => result?.conversationId)).size).toBe(1);
  expect(await bench.store.conversations.listOf(agent.ownerId)).toHaveLength(1);
});

it('completing a run while its event is received and it is written to neither blocks nor repeats', async () => {
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
    expect(await bench.sql`SELECT * FROM message WHERE task_run_id = ${runId}`).toHaveLength(2);
  }
});
