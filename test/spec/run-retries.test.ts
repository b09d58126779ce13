/** @only-in-all Waits long for real time to pass. */
/** @waits-for-real-time Leases and waits have to end. */
/** @each-shape Schedulers offer again what hubs push. */
import { jest } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { LONG_S, SHORT_S, WATCH_TEST_MS_MAX } from './lease-times.js';

jest.setTimeout(WATCH_TEST_MS_MAX);

const RETRY = { max: 1, backoff_seconds: 1 };
const TASK = { schedule: '0 9 1 1 *', retry: RETRY };

describe('A run that was lost, of a task that says retry', () => {
  const bench = useProduct();

  /** Works on a run and is heard of no more. */
  async function vanish(agent: AgentClient, runId: string): Promise<void> {
    await agent.tasks.append(runId, 'half of it');
    await agent.tasks.lease(runId, SHORT_S);
  }

  /** Another process of the agent finds what the first one has saved, and finishes the run. */
  async function expectFinished(agent: AgentClient, runId: string): Promise<void> {
    expect((await agent.tasks.blocks(runId)).map(({ text }) => text)).toEqual(['half of it']);
    expect(await bench.person.bubbles(agent.agentId, runId)).toEqual([]);
    await agent.tasks.complete(runId, { status: 'completed', summary: 'All of it' });
    await agent.tasks.complete(runId, { status: 'completed', summary: 'All of it' });
    expect(await bench.person.bubbles(agent.agentId, runId)).toEqual(['All of it']);
    expect(await agent.tasks.run(runId)).toMatchObject({ status: 'completed', attempt: 2 });
    expect(await agent.tasks.run(runId)).not.toHaveProperty('failure_reason');
  }

  async function overSocket(): Promise<void> {
    const { agent, socket } = await bench.onlineAgent();
    const task = await agent.tasks.create(TASK);
    const runId = await bench.person.tasks.run(task.id);
    const first = await socket.taskDue(task.id);
    await vanish(agent, runId);
    await agent.tasks.runThatIs(runId, { status: 'running', attempt: 2 });
    await socket.frames.until(() => socket.events.length === 2, 'the run to be offered again');
    expect(socket.events[1]).toEqual(first);
    const events = await bench.person.events(agent.agentId);
    expect(new Set(events.map(({ event_id: id }) => id)).size).toBe(2);
    await expectFinished(agent, runId);
  }

  async function byPoll(): Promise<void> {
    const { agent, socket, ...task } = await bench.onlineTriggeredAgent({ retry: RETRY });
    const runId = await bench.expectTriggered(task.trigger_id, { order: 4_711 });
    await agent.tasks.runThatIs(runId, { status: 'running' });
    await socket.close();
    await vanish(agent, runId);
    await agent.tasks.runThatIs(runId, { status: 'pending', attempt: 2 });
    expectRefusal(await agent.tasks.heartbeat(runId, { lease_seconds: LONG_S, attempt: 1 }), 409);
    await bench.person.newestEvent(agent.agentId, 'waiting');
    expect(await agent.tasks.pendingTriggers()).toMatchObject([{ run_id: runId, payload: { order: 4_711 } }]);
    expect((await agent.tasks.heartbeat(runId, { lease_seconds: LONG_S, attempt: 2 })).status).toBe(200);
    await expectFinished(agent, runId);
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
  }

  it('takes no progress and no context block of the attempt before', async () => {
    const { agent, ...task } = await bench.scheduledAgent(TASK);
    const runId = await agent.tasks.start(task.id);
    const write = (part: string, attempt: number) =>
      agent.call(`/api/agent/tasks/runs/${runId}/${part}`, { body: { text: `Of ${attempt}`, attempt } });
    for (const part of ['progress', 'context']) expect((await write(part, 1)).status).toBe(200);
    await agent.tasks.lease(runId, SHORT_S);
    await agent.tasks.runThatIs(runId, { attempt: 2 });
    for (const part of ['progress', 'context'])
      expectRefusal(await write(part, 1), 409, 'The run is in its attempt 2');
    await agent.tasks.start(task.id);
    for (const part of ['progress', 'context']) expect((await write(part, 2)).status).toBe(200);
    expect(await agent.tasks.run(runId)).toMatchObject({ attempt: 2, progress: { text: 'Of 2' } });
    expect((await agent.tasks.blocks(runId)).map(({ text }) => text)).toEqual(['Of 1', 'Of 2']);
  });

  it(
    'is offered again over socket and polls by the same frame in a new event, with its scratchpad',
    // Side by side, because each waits.
    () => Promise.all([overSocket(), byPoll()]),
  );

  it('has failed when its retries are used up; one that its agent failed is not offered again', async () => {
    const { agent, ...task } = await bench.scheduledAgent({ ...TASK, timeout_seconds: SHORT_S });
    const [lost, failed] = [await agent.tasks.start(task.id), await agent.tasks.start(task.id)];
    await agent.tasks.complete(failed, { status: 'failed', summary: 'No' });
    await agent.tasks.runThatIs(lost, { status: 'pending', attempt: 2 });
    expect(await agent.tasks.start(task.id)).toBe(lost);
    expect(await agent.tasks.runThatIs(lost, { status: 'failed' })).toMatchObject({
      ...{ attempt: 2, failure_reason: 'timeout' },
    });
    expect(await bench.person.bubbles(agent.agentId, lost)).toEqual(['The run took longer than it may.']);
    expect(await agent.tasks.run(failed)).toMatchObject({ status: 'failed', summary: 'No' });
    expect(await bench.person.bubbles(agent.agentId, failed)).toEqual(['No']);
  });
});
