import { describe, expect, it } from '@jest/globals';
import { answerWith, eventually } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { bodyOf } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectQueued } from './trigger-calls.js';

const DUE = '/api/agent/tasks/due';
const PENDING = '/api/agent/tasks/triggers/pending';

const bench = useProduct();

describe('GET /api/agent/tasks/due', () => {
  function dueOf(agent: AgentClient, count = 1) {
    const due = () => agent.tasks.due();
    return eventually(due, ({ length }) => length === count, { what: `${count} due tasks` });
  }

  it('lists a task that came due while nothing could be pushed, with the documented fields', async () => {
    const task = { schedule: 'once', name: 'Report', prompt: 'Write it' };
    const { agent, id } = await bench.scheduledAgent(task);
    await dueOf(agent);
    expect(await bodyOf('listDueTasks', agent.call(DUE))).toEqual([
      { id, name: 'Report', prompt: 'Write it', schedule: 'once', trigger_type: 'scheduled', enabled: false },
    ]);
  });

  it('changes nothing by being read', async () => {
    const { agent, id } = await bench.scheduledAgent({ schedule: 'once' });
    // The event is written after the task.
    await bench.person.newestEvent(agent.agentId, 'waiting');
    const first = await dueOf(agent);
    const [event] = await bench.person.events(agent.agentId);
    const [run] = await bench.person.tasks.runs(id);
    expect(run).toMatchObject({ status: 'pending' });
    expect(await agent.tasks.due()).toEqual(first);
    expect(await bench.person.events(agent.agentId)).toEqual([event]);
    expect(await bench.person.tasks.runs(id)).toEqual([run]);
  });

  it('lets run/start take the run that the server created: one occurrence, one run', async () => {
    const { agent, id } = await bench.scheduledAgent({ schedule: 'once' });
    await dueOf(agent);
    const [pending] = await bench.person.tasks.runs(id);
    const runId = await agent.tasks.start(id);
    expect(runId).toBe(pending?.id);
    expect(await agent.tasks.run(runId)).toMatchObject({ status: 'running' });
    expect(await agent.tasks.due()).toEqual([]);
    expect(await bench.person.tasks.runs(id)).toHaveLength(1);
    expect(await bench.person.events(agent.agentId)).toMatchObject([
      { type: 'task_due', state: 'delivered', channel: 'poll' },
    ]);
  });

  it('lists a task whose webhook has failed for good', async () => {
    const { agent } = await bench.hookedAgent(answerWith(500));
    const { id } = await agent.tasks.create({ schedule: 'once' });
    await bench.person.newestEvent(agent.agentId, 'failed');
    expect(await agent.tasks.due()).toMatchObject([{ id }]);
    const runId = await agent.tasks.start(id);
    expect((await bench.person.tasks.runs(id)).map((run) => run.id)).toEqual([runId]);
  });
});

describe('GET /api/agent/tasks/triggers/pending', () => {
  it('returns what was queued while the agent was offline, with exactly the documented fields', async () => {
    const { agent, ...task } = await bench.triggeredAgent({ name: 'Order desk', prompt: 'Ship it' });
    const before = Date.now();
    await expectQueued(task.trigger_id, { order: { id: 1, tags: ['a'] } });
    const body = await bodyOf('listPendingTriggers', agent.call(PENDING));
    expect(body).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9a-f]+$/),
        task_id: task.id,
        task_name: 'Order desk',
        task_prompt: 'Ship it',
        payload: { order: { id: 1, tags: ['a'] } },
        run_id: expect.stringMatching(/^run_[0-9a-f]+$/),
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    const [{ received_at = '' } = {}] = body;
    expect(Date.parse(received_at)).toBeGreaterThanOrEqual(before - 1_000);
    expect(Date.parse(received_at)).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it('returns the oldest first, over all tasks', async () => {
    const agent = await bench.person.createAgent();
    const tasks = [await agent.tasks.createTriggered(), await agent.tasks.createTriggered()];
    for (let number = 0; number < 6; number += 1) {
      await expectQueued(tasks[number % 2]?.trigger_id ?? '', { number });
    }
    const pending = await agent.tasks.pendingTriggers();
    expect(pending.map(({ payload }) => payload)).toEqual([0, 1, 2, 3, 4, 5].map((number) => ({ number })));
    expect(pending.map(({ task_id }) => task_id)).toEqual(
      [0, 1, 0, 1, 0, 1].map((index) => tasks[index]?.id),
    );
  });

  it('leases what it returns: the next poll does not return it again', async () => {
    const { agent, trigger_id } = await bench.triggeredAgent();
    await expectQueued(trigger_id, { number: 1 });
    expect(await agent.tasks.pendingTriggers()).toHaveLength(1);
    await expectQueued(trigger_id, { number: 2 });
    expect((await agent.tasks.pendingTriggers()).map(({ payload }) => payload)).toEqual([{ number: 2 }]);
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
  });

  it('no longer returns an event whose run is completed, whether it was polled or not', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent();
    await expectQueued(trigger_id, { number: 1 });
    const [run] = await bench.person.tasks.runs(id);
    await agent.tasks.complete(run?.id ?? '', { status: 'failed' });
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
  });
});
