import type { AgentClient } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { NEVER, useProduct } from './product-under-test.js';

const bench = useProduct();

const TASKS = '/api/agent/tasks';
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const WORK = { name: 'Morning mail', prompt: 'Sort **all** mail.' };

describe('POST /api/agent/tasks', () => {
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
  });

  it.each(['0 9 * * 1-5', '0 */6 * * *', '30 8 * * 1', '*/15 * * * *'])(
    'creates a scheduled task from the cron expression %s, and answers when it runs next',
    async (schedule) => {
      const answer = await agent.tasks.create({ ...WORK, schedule });
      expect(answer).toMatchObject({
        ...{ id: expect.stringMatching(/^tsk_[0-9a-f]+$/), name: WORK.name, schedule, enabled: true },
        ...{ trigger_type: 'scheduled', next_run_at: expect.stringMatching(ISO_UTC) },
      });
      expect(Date.parse(answer.next_run_at ?? '')).toBeGreaterThan(Date.now() - 1_000);
    },
  );

  it('creates a task that runs once, at a time with any offset, which it answers in UTC', async () => {
    expect(
      await agent.tasks.create({ ...WORK, schedule: 'once', run_at: '2037-05-06T09:08:09+02:00' }),
    ).toMatchObject({
      ...{ schedule: 'once', trigger_type: 'scheduled', next_run_at: '2037-05-06T07:08:09.000Z' },
    });
  });

  it('gives event tasks, and no other ones, a trigger_id of 64 hex characters each', async () => {
    const answer = await agent.tasks.createTriggered(WORK);
    expect(answer).toMatchObject({
      ...{ name: WORK.name, schedule: 'event', trigger_type: 'event', enabled: true },
      trigger_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const other = await agent.tasks.createTriggered();
    expect(answer.trigger_id).not.toBe(other.trigger_id);
    expect((await agent.tasks.create({ schedule: '0 9 * * *' })).trigger_id ?? null).toBeNull();
  });
});

describe('GET /api/agent/tasks', () => {
  it('lists all tasks: with next_run_at and last_run_status, or with trigger_id', async () => {
    const { agent, ...scheduled } = await bench.scheduledAgent({ schedule: '0 9 * * *' });
    const triggered = await agent.tasks.createTriggered();
    const tasks = await agent.tasks.list();
    expect(new Set(tasks.map(({ id }) => id))).toEqual(new Set([scheduled.id, triggered.id]));
    const listed = tasks.find(({ id }) => id === scheduled.id);
    expect(listed).toMatchObject({ next_run_at: scheduled.next_run_at, last_run_status: null });
    expect(await agent.tasks.read(scheduled.id)).toEqual(listed);
    expect(tasks.find(({ id }) => id === triggered.id)).toMatchObject({ trigger_id: triggered.trigger_id });
  });

  it('tells how the last run of a scheduled task has ended', async () => {
    const { agent, id } = await bench.scheduledAgent();
    for (const status of ['failed', 'completed'] as const) {
      await agent.tasks.complete(await agent.tasks.start(id), { status });
      expect(await agent.tasks.list()).toMatchObject([{ id, last_run_status: status }]);
    }
  });
});

describe('One task', () => {
  it('changes in the fields that are sent, and in no other', async () => {
    const { agent, ...task } = await bench.scheduledAgent({ schedule: '0 9 * * *' });
    await agent.tasks.change(task.id, { name: 'Renamed' });
    expect(await agent.tasks.read(task.id)).toMatchObject({
      name: 'Renamed',
      prompt: 'Tidy the mailbox.',
      schedule: '0 9 * * *',
      next_run_at: task.next_run_at,
      enabled: true,
    });
  });

  /** What is no schedule, zone or time is in `bad-input.test.ts`, changes of clocks in `packages/domain`. */
  it('has its next run at the new time once its schedule or zone is changed, in UTC unless told otherwise', async () => {
    const { agent, id, timezone } = await bench.scheduledAgent({ schedule: '0 9 * * *' });
    expect(timezone).toBe('UTC');
    const changed = await agent.tasks.change(id, { schedule: '30 11 * * *' });
    expect(changed.next_run_at).toMatch(/T11:30:00\.000Z$/);
    const moved = await agent.tasks.change(id, { timezone: 'ASIA/KOLKATA' });
    expect(moved).toMatchObject({ timezone: 'Asia/Kolkata' });
    expect(moved.next_run_at).toMatch(/T06:00:00\.000Z$/);
  });

  it('that becomes an event task gets a trigger_id, and loses it with another schedule', async () => {
    const { agent, id } = await bench.scheduledAgent({ schedule: '0 9 * * *' });
    const triggered = await agent.tasks.change(id, { schedule: 'event' });
    expect(triggered).toMatchObject({
      trigger_type: 'event',
      trigger_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      next_run_at: null,
    });
    await bench.expectQueued(triggered.trigger_id ?? '', { order: 1 });
    const scheduled = await agent.tasks.change(id, { schedule: '0 9 * * *' });
    expect(scheduled).toMatchObject({
      trigger_type: 'scheduled',
      next_run_at: expect.stringMatching(ISO_UTC),
    });
    expect(scheduled.trigger_id ?? null).toBeNull();
    expectRefusal(await bench.fire(triggered.trigger_id ?? '', { order: 2 }), 404, 'Not found');
  });

  it('that is created disabled has no next run, and one once it is enabled', async () => {
    const agent = await bench.person.createAgent();
    const created = await agent.tasks.create({ ...WORK, schedule: '0 9 * * *', enabled: false });
    expect(created).toMatchObject({ enabled: false, next_run_at: null });
    const enabled = await agent.tasks.change(created.id, { enabled: true });
    expect(enabled).toMatchObject({ enabled: true, next_run_at: expect.stringMatching(ISO_UTC) });
  });

  it('is gone once it is deleted, and its trigger answers 404 {detail: Not found}', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent();
    await agent.tasks.delete(id);
    expect(await agent.tasks.list()).toEqual([]);
    expectRefusal(await agent.call(`${TASKS}/${id}`), 404, 'Not found');
    expect(await bench.fire(trigger_id, {})).toMatchObject({ status: 404, body: { detail: 'Not found' } });
  });
});

describe('A user’s task', () => {
  const post = (path: string) => bench.person.call(path, { method: 'POST' });

  it('is created for an agent, which sees it, is read, changed and deleted', async () => {
    const agent = await bench.person.createAgent();
    const made = await bench.person.tasks.create(agent.agentId, {
      ...WORK,
      schedule: NEVER,
      timezone: 'Europe/Vienna',
    });
    const { id } = made;
    expect(made).toMatchObject({ ...WORK, trigger_type: 'scheduled', timezone: 'Europe/Vienna' });
    expect(await agent.tasks.list()).toEqual([made]);
    expect(await bench.person.tasks.list(agent.agentId)).toEqual([made]);
    await bodyOf('getAgentTask', bench.person.call(`/tasks/${id}`));
    const change = { name: 'Renamed', schedule: '0 10 * * *', enabled: false };
    await bench.person.tasks.change(id, change);
    expect(await agent.tasks.read(id)).toMatchObject(change);
    await bench.person.tasks.delete(id);
    expect(await agent.tasks.list()).toEqual([]);
    expectRefusal(await bench.person.call(`/tasks/${id}`), 404, 'Not found');
  });

  it('is fired by POST /tasks/{task_id}/run: 202 {run_id}, and task_due with that run', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const task = await agent.tasks.create({ schedule: NEVER, ...WORK });
    const run_id = await bench.person.tasks.run(task.id);
    expect(await socket.taskDue(task.id)).toEqual({
      ...{ type: 'task_due', task_id: task.id, run_id },
      ...{ task_name: WORK.name, task_prompt: WORK.prompt, schedule: NEVER },
    });
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(await agent.tasks.run(run_id)).toMatchObject({ status: 'running' });
    // Its own schedule goes on as it was.
    expect(await agent.tasks.read(task.id)).toMatchObject({ enabled: true, next_run_at: task.next_run_at });
  });

  it('is fired as by no call of its trigger: {} is no duplicate; its runs say their origin', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent();
    const runId = await bench.person.tasks.run(id);
    await bench.expectQueued(trigger_id, {});
    const [fired] = await agent.tasks.pendingTriggers();
    expect(fired).toMatchObject({ run_id: runId, payload: {} });
    expect(await bench.person.tasks.runs(id)).toMatchObject([
      { origin: 'trigger' },
      { origin: 'manual', id: runId },
    ]);
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
