import { describe, expect, it } from '@jest/globals';
import { lockWaits } from '../lock-waits.suite.js';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import { attemptCalls } from './attempts.suite.js';

const bench = useStore();
const { finish, only } = attemptCalls(bench);
const { addHub, addTask, eventOf, fire, trigger } = taskBuilders(bench);

const { holding, untilWaiting } = lockWaits(bench);

const endLease = (runId: string) =>
  bench.sql(`UPDATE event SET leased_until = now() - interval '1 second' WHERE subject_id = $1`, [runId]);
/** What a session that wants all that is open is pushed now. */
const resumed = async (agentId: string) => {
  const sessionId = `sess_${agentId}`;
  await bench.sql('UPDATE agent_session SET kept_after = 0 WHERE id = $1', [sessionId]);
  const claims = [{ sessionId, agentId, after: 0, limit: 100 }];
  return (await bench.store.channels.websocket.claim(claims)).get(sessionId)?.events;
};

describe('pending triggers', () => {
  it('are taken oldest first with their payloads as they came, and leased', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent, { schedule: 'event', prompt: 'say "x","payload":{"no":1}' });
    const payloads = ['{"n":12345678901234567890}', '{"a":"\\u0000","b":1.0}', '{}'];
    const runs = [];
    for (const payload of payloads) runs.push(await trigger(task, payload));
    const taken = await bench.store.polls.takePendingTriggers(agent.agentId);
    expect(taken.map((event) => [event.runId, event.payloadText])).toEqual(
      runs.map((runId, index) => [runId, payloads[index]]),
    );
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toEqual([]);
    await endLease(runs[1] ?? '');
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toEqual([taken[1]]);
  });

  it('are listed to an agent that is connected if a socket had them before this one, and no receipt came', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent, { schedule: 'event' });
    await addHub(agent);
    const runId = await trigger(task);
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toEqual([]);
    await bench.sql('DELETE FROM agent_session WHERE agent_id = $1', [agent.agentId]);
    await addHub(agent);
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toMatchObject([{ runId }]);
  });

  it('taken at once by several polls go to one of them each', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent, { schedule: 'event' });
    await Promise.all(Array.from({ length: 20 }, () => trigger(task)));
    const polls = await Promise.all(
      [1, 2, 3, 4].map(() => bench.store.polls.takePendingTriggers(agent.agentId)),
    );
    const ids = polls.flat().map((event) => event.eventId);
    expect(new Set(ids).size).toBe(ids.length);
    ids.push(...(await bench.store.polls.takePendingTriggers(agent.agentId)).map((event) => event.eventId));
    expect(new Set(ids).size).toBe(20);
  });

  it('are taken though their rows were changed while they were waited for', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent, { schedule: 'event' });
    const runs = [await trigger(task), await trigger(task)];
    const changing = await holding('UPDATE event SET last_outcome = NULL WHERE agent_id = $1', [
      agent.agentId,
    ]);
    const taken = bench.store.polls.takePendingTriggers(agent.agentId);
    await untilWaiting(1);
    await changing.commit();
    expect((await taken).map(({ runId }) => runId)).toEqual(runs);
  });

  it('come in portions of a bounded size, of at least one', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent, { schedule: 'event' });
    const payload = JSON.stringify({ x: 'x'.repeat(3 * 1024 * 1024) });
    for (let count = 0; count < 3; count += 1) await trigger(task, payload);
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toHaveLength(2);
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toHaveLength(1);
  });

  it('include what could not be pushed after all, and what the webhook refused to the last', async () => {
    const online = await bench.addAgent();
    await addHub(online);
    const pushed = await trigger(await addTask(online, { schedule: 'event' }));
    expect(await bench.store.polls.takePendingTriggers(online.agentId)).toEqual([]);
    await bench.sql('DELETE FROM agent_session WHERE agent_id = $1', [online.agentId]);
    expect(await bench.store.polls.takePendingTriggers(online.agentId)).toMatchObject([{ runId: pushed }]);

    const hooked = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    await bench.sql('UPDATE agent SET push_triggers_to_webhook = true WHERE id = $1', [hooked.agentId]);
    const refused = await trigger(await addTask(hooked, { schedule: 'event' }));
    await finish(await only(hooked.agentId));
    expect(await eventOf(refused)).toMatchObject({ state: 'failed', is_queued: true });
    expect(await bench.store.polls.takePendingTriggers(hooked.agentId)).toMatchObject([{ runId: refused }]);
  });

  it('are not pushed on a resumed connection while they are leased', async () => {
    const agent = await bench.addAgent();
    const runId = await trigger(await addTask(agent, { schedule: 'event' }));
    await addHub(agent);
    expect(await resumed(agent.agentId)).toHaveLength(1);
    await bench.store.polls.takePendingTriggers(agent.agentId);
    expect(await resumed(agent.agentId)).toEqual([]);
    await endLease(runId);
    expect(await resumed(agent.agentId)).toHaveLength(1);
    await bench.store.runCompletions.complete({
      runId,
      agentId: agent.agentId,
      status: 'completed',
      summary: null,
    });
    expect(await resumed(agent.agentId)).toEqual([]);
  });

  it('that a resumed connection received are kept from polls for the time of a lease', async () => {
    const agent = await bench.addAgent();
    const runId = await trigger(await addTask(agent, { schedule: 'event' }));
    await bench.store.channels.websocket.receive((await eventOf(runId))['id'] as string);
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toEqual([]);
    await endLease(runId);
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toMatchObject([{ runId }]);
  });

  it('are only the agent’s own', async () => {
    const agent = await bench.addAgent();
    await trigger(await addTask(agent, { schedule: 'event' }));
    expect(await bench.store.polls.takePendingTriggers((await bench.addAgent()).agentId)).toEqual([]);
  });
});

describe('due tasks', () => {
  it('are those with a run that was not pushed, oldest first, and reading them changes nothing', async () => {
    const agent = await bench.addAgent();
    const tasks = [await addTask(agent, { name: 'a' }), await addTask(agent, { name: 'b', enabled: false })];
    await addTask(agent, { name: 'not fired' });
    const event = await addTask(agent, { name: 'event', schedule: 'event' });
    for (const task of tasks.toReversed()) await fire(task);
    await fire(event);
    await trigger(event);
    const before = await bench.sql('SELECT * FROM event_state WHERE agent_id = $1 ORDER BY seq', [
      agent.agentId,
    ]);
    const due = await bench.store.polls.listDueTasks(agent.agentId);
    expect(due.map((task) => [task.name, task.enabled])).toEqual([
      ['b', false],
      ['a', true],
    ]);
    expect(await bench.store.polls.listDueTasks(agent.agentId)).toEqual(due);
    expect(
      await bench.sql('SELECT * FROM event_state WHERE agent_id = $1 ORDER BY seq', [agent.agentId]),
    ).toEqual(before);
    expect(await bench.store.polls.listDueTasks((await bench.addAgent()).agentId)).toEqual([]);
  });

  it('are due no longer when their run was started, pushed or completed', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent);
    const due = () => bench.store.polls.listDueTasks(agent.agentId);
    const { runId } = await fire(task);
    expect(await bench.store.runs.start(task.taskId, agent.agentId)).toEqual({ runId });
    expect(await due()).toEqual([]);
    const pushed = await fire(task);
    expect(await due()).toHaveLength(1);
    await bench.store.channels.websocket.receive(pushed.eventId);
    expect(await due()).toEqual([]);
  });
});

describe('a redelivery', () => {
  it('of an event whose run is finished is refused', async () => {
    const agent = await bench.addAgent();
    const { runId, eventId } = await fire(await addTask(agent));
    await bench.store.runCompletions.complete({
      runId,
      agentId: agent.agentId,
      status: 'failed',
      summary: null,
    });
    await expect(bench.store.events.restart(eventId, agent.ownerId)).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});
