import { describe, expect, it } from '@jest/globals';
import { answerWith, eventually } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { bodyOf } from './answers.js';
import { useProduct } from './product-under-test.js';

const DUE = '/api/agent/tasks/due';

describe('GET /api/agent/tasks/due', () => {
  const bench = useProduct();

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
