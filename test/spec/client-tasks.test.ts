/** @any-shape The gateway alone answers, from rows. */
import { describe, expect, it } from '@jest/globals';
import { bodyOf, expectAnswer, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectQueued } from './trigger-calls.js';

const WORK = { name: 'Morning mail', prompt: 'Sort it.' };
const NEVER = '0 9 1 1 *';

describe('A user’s task', () => {
  const bench = useProduct();
  const post = (path: string) => bench.person.call(path, { method: 'POST' });

  it('is created for an agent, which sees it, is read, changed and deleted', async () => {
    const agent = await bench.person.createAgent();
    const made = await bench.person.call(`/agents/${agent.agentId}/tasks`, {
      body: { ...WORK, schedule: NEVER, timezone: 'Europe/Vienna' },
    });
    expectAnswer('createAgentTask', made, 201);
    const { id } = made.body as { id: string };
    expect(made.body).toMatchObject({ ...WORK, trigger_type: 'scheduled', timezone: 'Europe/Vienna' });
    expect(await agent.tasks.list()).toEqual([made.body]);
    const listed = await bodyOf('listAgentTasks', bench.person.call(`/agents/${agent.agentId}/tasks`));
    expect(listed).toEqual([made.body]);
    await bodyOf('getAgentTask', bench.person.call(`/tasks/${id}`));
    const change = { name: 'Renamed', schedule: '0 10 * * *', enabled: false };
    await bodyOf('updateAgentTask', bench.person.call(`/tasks/${id}`, { method: 'PATCH', body: change }));
    expect(await agent.tasks.read(id)).toMatchObject(change);
    await bodyOf('deleteAgentTask', bench.person.call(`/tasks/${id}`, { method: 'DELETE' }), 204);
    expect(await agent.tasks.list()).toEqual([]);
    expectRefusal(await bench.person.call(`/tasks/${id}`), 404, 'Not found');
  });

  it('is fired by POST /tasks/{task_id}/run: 202 {run_id}, and task_due with that run', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const task = await agent.tasks.create({ schedule: NEVER, ...WORK });
    const { run_id } = await bodyOf('runTaskNow', post(`/tasks/${task.id}/run`), 202);
    expect(await socket.taskDue(task.id)).toEqual({
      ...{ type: 'task_due', task_id: task.id, run_id },
      ...{ task_name: WORK.name, task_prompt: WORK.prompt, schedule: NEVER },
    });
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(await agent.tasks.run(run_id)).toMatchObject({ status: 'running' });
    // Its own schedule goes on as it was.
    expect(await agent.tasks.read(task.id)).toMatchObject({ enabled: true, next_run_at: task.next_run_at });
  });

  it('is fired though it is disabled, over the webhook of an agent that is not connected', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    const { id } = await agent.tasks.create({ schedule: NEVER });
    await agent.tasks.change(id, { enabled: false });
    const runId = await bench.person.tasks.run(id);
    const [delivery] = await receiver.deliveries.atLeast(1);
    expect(delivery?.rawBody.toString('utf8')).toContain(runId);
  });

  it('is fired as by no call of its trigger: {} is no duplicate; its runs say their origin', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent();
    const runId = await bench.person.tasks.run(id);
    await expectQueued(trigger_id, {});
    const [fired] = await agent.tasks.pendingTriggers();
    expect(fired).toMatchObject({ run_id: runId, payload: {} });
    const runs = await bodyOf('listTaskRuns', bench.person.call(`/tasks/${id}/runs`));
    expect(runs).toMatchObject([{ origin: 'trigger' }, { origin: 'manual', id: runId }]);
  });

  it('has runs that are read with its name and their context', async () => {
    const { agent, taskId, runId } = await bench.runningAgent(WORK);
    await agent.tasks.append(runId, 'Half way');
    expect((await bench.person.call(`/runs/${runId}/messages`)).body).toEqual([]);
    expect(await bodyOf('getTaskRun', bench.person.call(`/runs/${runId}`))).toMatchObject({
      ...{ id: runId, status: 'running', task_name: WORK.name, context: [{ text: 'Half way' }] },
    });
    expectRefusal(await post(`/tasks/${taskId}/trigger/rotate`), 409, 'Only an event task has a trigger');
  });
});
