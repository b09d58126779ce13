import { describe, expect, it } from '@jest/globals';
import { answerWith, eventually } from '@svc/testkit';
import type { AgentClient, DueTask } from '@svc/testkit';
import { expectAnswerTo } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectQueued } from './trigger-calls.js';

const DUE = '/api/agent/tasks/due';

describe('GET /api/agent/tasks/due', () => {
  const bench = useProduct();

  function dueOf(agent: AgentClient, count = 1): Promise<DueTask[]> {
    return eventually(
      () => agent.tasks.due(),
      ({ length }) => length === count,
      { what: `${count} due tasks` },
    );
  }

  it('is an empty list where nothing is due', async () => {
    const agent = await bench.person.createAgent();
    await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const answer = await agent.call(DUE);
    expectAnswerTo('GET /api/agent/tasks/due', answer, 200);
    expect(answer.body).toEqual([]);
  });

  it('lists a task that came due while nothing could be pushed, with exactly the documented fields', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: 'once', name: 'Report', prompt: 'Write it' });
    await dueOf(agent);
    const answer = await agent.call(DUE);
    expectAnswerTo('GET /api/agent/tasks/due', answer, 200);
    expect(answer.body).toEqual([
      {
        id,
        name: 'Report',
        prompt: 'Write it',
        schedule: 'once',
        trigger_type: 'scheduled',
        enabled: false,
      },
    ]);
  });

  it('changes nothing by being read', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: 'once' });
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
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: 'once' });
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

  it('gives the pending run to one of many that start at the same instant', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: 'once' });
    await dueOf(agent);
    const [pending] = await bench.person.tasks.runs(id);
    const started = await Promise.all(Array.from({ length: 8 }, () => agent.tasks.start(id)));
    expect(started.filter((runId) => runId === pending?.id)).toHaveLength(1);
    expect(new Set(started).size).toBe(started.length);
  });

  it('no longer lists a task whose run was completed without a start', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: 'once' });
    await dueOf(agent);
    const [pending] = await bench.person.tasks.runs(id);
    await agent.tasks.complete(pending?.id ?? '');
    expect(await agent.tasks.due()).toEqual([]);
  });

  it('does not push on connecting what was taken by the poll', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: 'once' });
    await dueOf(agent);
    await agent.tasks.start(id);
    const socket = await bench.connect(agent, { resume: true });
    await bench.person.send(agent.agentId, 'Afterwards');
    await socket.userMessage('Afterwards');
    expect(socket.events).toHaveLength(1);
  });

  it('never lists what was delivered by push', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { id } = await agent.tasks.create({ schedule: 'once' });
    await socket.taskDue(id);
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(await agent.tasks.due()).toEqual([]);
  });

  it('lists a task whose webhook has failed for good', async () => {
    const receiver = await bench.receive(answerWith(500));
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    const { id } = await agent.tasks.create({ schedule: 'once' });
    await bench.person.newestEvent(agent.agentId, 'failed');
    expect(await agent.tasks.due()).toMatchObject([{ id }]);
    const runId = await agent.tasks.start(id);
    expect((await bench.person.tasks.runs(id)).map((run) => run.id)).toEqual([runId]);
  });

  it('lists a task that its owner fired by hand', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const runId = await bench.person.tasks.run(id);
    expect(await dueOf(agent)).toMatchObject([{ id }]);
    expect(await agent.tasks.start(id)).toBe(runId);
  });

  it('lists each due task once, and neither triggers nor tasks of other agents', async () => {
    const [agent, sibling] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const { trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, {});
    await sibling.tasks.create({ schedule: 'once' });
    const tasks = [
      await agent.tasks.create({ schedule: 'once' }),
      await agent.tasks.create({ schedule: 'once' }),
      await agent.tasks.create({ schedule: '0 9 1 1 *' }),
    ];
    await bench.person.tasks.run(tasks[2]?.id ?? '');
    const due = await dueOf(agent, 3);
    expect(new Set(due.map(({ id }) => id))).toEqual(new Set(tasks.map(({ id }) => id)));
  });

  it('no longer lists a task that was deleted', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: 'once' });
    await dueOf(agent);
    await agent.tasks.delete(id);
    expect(await agent.tasks.due()).toEqual([]);
  });
});
