import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';
import { NOW, taskBuilders } from './tasks.suite.js';

const bench = useStore();
const { addTask, eventOf, fire, statusOf, taskOfTrigger, trigger } = taskBuilders(bench);

const LATER = new Date('2026-03-02T10:00:00.000Z');
const refusal = (code: string) => expect.objectContaining({ code });

describe('a new task', () => {
  it('has its next run, and no trigger', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent);
    expect(task).toMatchObject({
      ...agent,
      taskId: expect.stringMatching(/^tsk_/),
      triggerType: 'scheduled',
      nextRunAt: new Date('2026-03-02T09:00:00.000Z'),
      lastRunStatus: null,
      triggerId: null,
    });
    expect(await bench.store.tasks.listOf(agent.agentId)).toEqual([task]);
  });

  it('with the schedule `event` has a trigger whose id is not stored in the clear', async () => {
    const task = await addTask(await bench.addAgent(), { schedule: 'event' });
    expect(task).toMatchObject({ triggerType: 'event', nextRunAt: null });
    expect(task.triggerId).toMatch(/^[0-9a-f]{64}$/);
    expect(await taskOfTrigger(task.triggerId)).toBe(task.taskId);
    const [row] = await bench.sql('SELECT * FROM trigger WHERE task_id = $1', [task.taskId]);
    expect(
      Buffer.concat([row?.['trigger_hash'], row?.['trigger_sealed']] as Buffer[]).toString('latin1'),
    ).not.toContain(task.triggerId);
  });

  it('is refused for an approval-only agent, for somebody else’s and for none', async () => {
    const approvals = await bench.addAgent({ kind: 'approval-only' });
    await expect(addTask(approvals)).rejects.toEqual(refusal('kind_not_allowed'));
    await expect(addTask({ agentId: newId('agent'), ownerId: '' })).rejects.toEqual(refusal('not_found'));
    const { agentId } = await bench.addAgent();
    const stranger = { userId: await bench.addUser() };
    const task = {
      agentId,
      name: 'x',
      prompt: 'y',
      schedule: 'once',
      timezone: 'UTC',
      runAt: null,
      enabled: true,
    };
    await expect(bench.store.tasks.create(task, stranger, NOW)).rejects.toEqual(refusal('not_found'));
  });
});

describe('a prompt', () => {
  const prompt = '€'.repeat(32_768);
  const full = async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent);
    await bench.sql(
      `INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, updated_at)
       SELECT $1 || n, $1, 'x', $2, 'once', 'scheduled', now() FROM generate_series(1, 85) n`,
      [agent.agentId, prompt],
    );
    return { agent, task };
  };

  it('is refused where all prompts of its agent would be too long together, also by a change', async () => {
    const { agent, task } = await full();
    await expect(addTask(agent, { prompt })).rejects.toEqual(refusal('conflict'));
    const change = (changes: { prompt?: string; name?: string }) =>
      bench.store.tasks.change(task.taskId, { agentId: agent.agentId }, changes, NOW);
    await expect(change({ prompt })).rejects.toEqual(refusal('conflict'));
    expect(await change({ prompt: 'Short' })).toMatchObject({ prompt: 'Short' });
    expect(await change({ name: 'Other' })).toMatchObject({ name: 'Other' });
  });

  it('of another agent is not found, and locks nothing', async () => {
    const { task } = await full();
    const { agentId } = await bench.addAgent();
    await expect(bench.store.tasks.change(task.taskId, { agentId }, { prompt: 'x' }, NOW)).rejects.toEqual(
      refusal('not_found'),
    );
  });
});

describe('the tasks of an agent', () => {
  it('tell the status of their newest run', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent);
    const first = await bench.store.runs.start(task.taskId, agent.agentId);
    await bench.store.runCompletions.complete({
      runId: first?.runId ?? '',
      agentId: agent.agentId,
      status: 'completed',
      summary: null,
    });
    expect((await bench.store.tasks.listOf(agent.agentId))[0]?.lastRunStatus).toBe('completed');
    await bench.store.runs.start(task.taskId, agent.agentId);
    expect((await bench.store.tasks.listOf(agent.agentId))[0]?.lastRunStatus).toBe('running');
  });

  it('are found by the agent and by its owner, and by nobody else', async () => {
    const agent = await bench.addAgent();
    const { taskId } = await addTask(agent);
    const { tasks } = bench.store;
    expect(await tasks.find(taskId, { agentId: agent.agentId })).toEqual(
      await tasks.find(taskId, { userId: agent.ownerId }),
    );
    const others = [{ agentId: (await bench.addAgent()).agentId }, { userId: await bench.addUser() }];
    for (const scope of others) {
      for (const call of [
        () => tasks.find(taskId, scope),
        () => tasks.change(taskId, scope, { name: 'x' }, NOW),
        () => tasks.rotateTrigger(taskId, scope),
        () => tasks.delete(taskId, scope),
      ]) {
        await expect(call()).rejects.toEqual(refusal('not_found'));
      }
    }
  });
});

describe('a change', () => {
  it('of the name alone leaves the next run as it is', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent);
    const scope = { userId: agent.ownerId };
    expect(await bench.store.tasks.change(task.taskId, scope, { name: 'Post' }, LATER)).toEqual({
      ...task,
      name: 'Post',
    });
  });

  it('of the schedule computes the next run; disabling takes it away', async () => {
    const agent = await bench.addAgent();
    const { taskId } = await addTask(agent);
    const change = (changes: object) => bench.store.tasks.change(taskId, agent, changes, LATER);
    expect((await change({ schedule: '0 11 * * *' })).nextRunAt).toEqual(
      new Date('2026-03-02T11:00:00.000Z'),
    );
    expect((await change({ enabled: false })).nextRunAt).toBeNull();
    expect((await change({ enabled: true })).nextRunAt).toEqual(new Date('2026-03-02T11:00:00.000Z'));
    await expect(change({ schedule: 'never' })).rejects.toEqual(refusal('invalid_request'));
  });

  it('to `event` gives the task a trigger, and back takes it away', async () => {
    const agent = await bench.addAgent();
    const { taskId } = await addTask(agent);
    const change = (schedule: string) => bench.store.tasks.change(taskId, agent, { schedule }, NOW);
    const { triggerId, nextRunAt } = await change('event');
    expect(nextRunAt).toBeNull();
    expect(await taskOfTrigger(triggerId)).not.toBeNull();
    expect((await change('0 9 * * *')).triggerId).toBeNull();
    expect(await taskOfTrigger(triggerId)).toBeNull();
    expect((await change('event')).triggerId).not.toBe(triggerId);
  });
});

describe('a rotation', () => {
  it('gives another trigger id, and the former is unknown', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent, { schedule: 'event' });
    const rotated = await bench.store.tasks.rotateTrigger(task.taskId, { userId: agent.ownerId });
    expect(rotated).toEqual({ ...task, triggerId: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(rotated.triggerId).not.toBe(task.triggerId);
    expect(await taskOfTrigger(task.triggerId)).toBeNull();
    expect(await taskOfTrigger(rotated.triggerId)).not.toBeNull();
  });

  it('is refused for a task that is no event task', async () => {
    const agent = await bench.addAgent();
    const { taskId } = await addTask(agent);
    await expect(bench.store.tasks.rotateTrigger(taskId, agent)).rejects.toEqual(refusal('conflict'));
  });
});

describe('a deletion', () => {
  it('cancels open runs, keeps finished ones, and takes events and context away', async () => {
    const agent = await bench.addAgent();
    const { agentId } = agent;
    const task = await addTask(agent, { schedule: 'event' });
    const finished = await trigger(task);
    await bench.store.runCompletions.complete({ runId: finished, agentId, status: 'failed', summary: 'no' });
    const queued = await trigger(task);
    const running = await trigger(task);
    await bench.store.contextBlocks.append({ runId: running, agentId, text: 'x' });

    expect(await bench.store.tasks.delete(task.taskId, { agentId })).toMatchObject({ taskId: task.taskId });
    const find = (runId: string) => bench.store.runs.find(runId, { agentId });
    const complete = { runId: running, agentId, status: 'completed', summary: null } as const;
    async function expectGone(): Promise<void> {
      expect(await Promise.all([finished, queued, running].map(find))).toEqual(
        ['failed', 'cancelled', 'cancelled'].map((status) =>
          expect.objectContaining({ taskId: null, taskName: null, status }),
        ),
      );
      expect(await bench.store.contextBlocks.listOf(running, { agentId })).toEqual([]);
      const appended = bench.store.contextBlocks.append({ runId: running, agentId, text: 'y' });
      await expect(appended).rejects.toEqual(refusal('conflict'));
      await expect(bench.store.runCompletions.complete(complete)).rejects.toEqual(refusal('conflict'));
      expect(await bench.store.polls.takePendingTriggers(agentId)).toEqual([]);
      expect(await taskOfTrigger(task.triggerId)).toBeNull();
      expect(await bench.store.tasks.listOf(agentId)).toEqual([]);
      expect(await bench.store.runs.start(task.taskId, agentId)).toBeNull();
    }
    // At once, and no less when all of it is done.
    await expectGone();
    while (await bench.store.deletions.step({ kind: 'task', id: task.taskId }));
    await expectGone();
    expect(await Promise.all([finished, queued, running].map(statusOf))).toEqual([
      'failed',
      'cancelled',
      'cancelled',
    ]);
    expect((await find(queued))?.finishedAt).toEqual(expect.any(Date));
    expect(await eventOf(queued)).toMatchObject({ state: 'failed', is_listed: false });
    expect(await eventOf(running)).toMatchObject({ state: 'delivered', is_listed: false });
    expect(await bench.sql('SELECT 1 FROM task WHERE id = $1', [task.taskId])).toEqual([]);
  });

  it('while runs begin and events are received leaves no open run', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    for (let round = 0; round < 10; round += 1) {
      const task = await addTask(agent);
      const fired = await Promise.all([fire(task), fire(task), fire(task)]);
      await Promise.all([
        ...fired.map(({ eventId }) => bench.store.channels.websocket.receive(eventId)),
        bench.store.runs.start(task.taskId, agent.agentId),
        bench.store.tasks.delete(task.taskId, agent),
        bench.store.runs.start(task.taskId, agent.agentId),
      ]);
      while (await bench.store.deletions.step({ kind: 'task', id: task.taskId }));
    }
    expect(
      await bench.sql(`SELECT 1 FROM task_run WHERE agent_id = $1 AND status IN ('pending', 'running')`, [
        agent.agentId,
      ]),
    ).toEqual([]);
  });
});
