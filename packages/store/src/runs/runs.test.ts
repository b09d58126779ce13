import { useStore } from '../store.suite.js';

const bench = useStore();
const { addHub, addTask, addTriggered, endLease, eventOf, finish, fire, only, statusOf, trigger } = bench;

it('a start takes the oldest run that was pushed and is not touched, where none is pending', async () => {
  const agent = await bench.addAgent();
  await addHub(agent);
  const task = await addTask(agent);
  const fired = [];
  for (let count = 0; count < 3; count += 1) {
    fired.push(await fire(task));
    if (count < 2) await bench.store.channels.websocket.receive(fired[count]?.eventId ?? '');
  }
  const start = async () => (await bench.store.runs.start(task.taskId, agent.agentId))?.runId;
  const started = [await start(), await start(), await start()];
  expect(started).toEqual([fired[2]?.runId, fired[0]?.runId, fired[1]?.runId]);
  expect(started).not.toContain(await start());
  expect(await eventOf(fired[0]?.runId ?? '')).toMatchObject({ state: 'delivered', channel: 'websocket' });
});

describe('a pending run', () => {
  it('is running once its event is received by a webhook, and stays pending where that failed', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const outcomes = [];
    for (const outcome of ['delivered', 'http_error'] as const) {
      const { runId } = await fire(await addTask(agent));
      await finish(await only(agent.agentId), { outcome });
      outcomes.push(await statusOf(runId));
    }
    expect(outcomes).toEqual(['running', 'pending']);
  });

  it('of a trigger stays in the agent’s poll when it has begun', async () => {
    const { agent, runId } = await addTriggered();
    await bench.store.contextBlocks.append({ runId, agentId: agent.agentId, text: 'x' });
    await endLease(runId);
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toMatchObject([{ runId }]);
  });
});

describe('a run whose payload is not kept any more', () => {
  it('is not started again, and nothing is written', async () => {
    const { agent, task, runId } = await addTriggered('{"order":1}');
    await bench.sql`DELETE FROM event WHERE agent_id = ${agent.agentId}`;
    const refusal = { code: 'conflict', message: 'The payload of the run is not kept any more' };
    const again = bench.store.runNow.again({ runId, userId: agent.ownerId });
    await expect(again).rejects.toMatchObject(refusal);
    expect((await bench.store.runs.listOf({ ...task, limit: 10 })).runs).toHaveLength(1);
  });

  it('is not either if its user has started it, unless its task has a schedule', async () => {
    const agent = await bench.addAgent();
    const again = (runId: string) => bench.store.runNow.again({ runId, userId: agent.ownerId });
    const second = await again(await trigger(await addTask(agent, { schedule: 'event' }), '{"order":1}'));
    const { runId: due } = await fire(await addTask(agent));
    await bench.sql`DELETE FROM event WHERE agent_id = ${agent.agentId}`;
    await expect(again(second?.runId ?? '')).rejects.toMatchObject({ code: 'conflict' });
    expect(await again(due)).toMatchObject({ event: { type: 'task_due' } });
  });
});
