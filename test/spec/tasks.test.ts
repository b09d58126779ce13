/** @any-shape The gateway alone answers, from rows. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { expectAnswerTo, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectQueued, fire } from './trigger-calls.js';

const TASKS = '/api/agent/tasks';
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const WORK = { name: 'Morning mail', prompt: 'Sort **all** mail.' };

describe('POST /api/agent/tasks', () => {
  const bench = useProduct();
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
  });

  it.each(['0 9 * * 1-5', '0 */6 * * *', '30 8 * * 1', '*/15 * * * *'])(
    'creates a scheduled task from the cron expression %s, and answers when it runs next',
    async (schedule) => {
      const answer = await agent.call(TASKS, { body: { ...WORK, schedule } });
      expectAnswerTo('POST /api/agent/tasks', answer, 200);
      expect(answer.body).toMatchObject({
        id: expect.stringMatching(/^tsk_[0-9a-f]+$/),
        name: WORK.name,
        schedule,
        trigger_type: 'scheduled',
        next_run_at: expect.stringMatching(ISO_UTC),
        enabled: true,
      });
      const nextRunAtMs = Date.parse((answer.body as { next_run_at: string }).next_run_at);
      expect(nextRunAtMs).toBeGreaterThan(Date.now() - 1_000);
      expect(nextRunAtMs % 60_000).toBe(0);
    },
  );

  it('creates an event task, and answers its trigger_id of 64 hex characters', async () => {
    const answer = await agent.call(TASKS, { body: { ...WORK, schedule: 'event' } });
    expectAnswerTo('POST /api/agent/tasks', answer, 200);
    expect(answer.body).toMatchObject({
      name: WORK.name,
      schedule: 'event',
      trigger_type: 'event',
      enabled: true,
      trigger_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((answer.body as { next_run_at?: unknown }).next_run_at ?? null).toBeNull();
  });

  it('creates a task that runs once, at the time that is asked for', async () => {
    const runAt = '2037-05-06T07:08:09.000Z';
    const answer = await agent.call(TASKS, { body: { ...WORK, schedule: 'once', run_at: runAt } });
    expectAnswerTo('POST /api/agent/tasks', answer, 200);
    expect(answer.body).toMatchObject({ schedule: 'once', trigger_type: 'scheduled', next_run_at: runAt });
  });

  it('takes a time with any offset from UTC, and answers it in UTC', async () => {
    const body = { ...WORK, schedule: 'once', run_at: '2037-05-06T09:08:09+02:00' };
    const created = await agent.call(TASKS, { body });
    expect(created.body).toMatchObject({ next_run_at: '2037-05-06T07:08:09.000Z' });
  });

  it('gives a scheduled task no trigger_id, and two event tasks different ones', async () => {
    const scheduled = await agent.tasks.create({ schedule: '0 9 * * *' });
    expect(scheduled.trigger_id ?? null).toBeNull();
    const [one, other] = [await agent.tasks.createTriggered(), await agent.tasks.createTriggered()];
    expect(one.trigger_id).not.toBe(other.trigger_id);
  });

  it('keeps name and prompt as they were sent', async () => {
    const text = 'Zürich 🎉 "quoted" \\ <b>\n\ttabbed';
    const { id } = await agent.tasks.create({ schedule: 'event', name: text, prompt: text });
    expect(await agent.tasks.read(id)).toMatchObject({ name: text, prompt: text });
  });
});

describe('GET /api/agent/tasks', () => {
  const bench = useProduct();

  it('is an empty list for an agent without tasks', async () => {
    const agent = await bench.person.createAgent();
    const answer = await agent.call(TASKS);
    expectAnswerTo('GET /api/agent/tasks', answer, 200);
    expect(answer.body).toEqual([]);
  });

  it('lists all tasks of the agent: scheduled ones with next_run_at and last_run_status, event ones with trigger_id', async () => {
    const agent = await bench.person.createAgent();
    const scheduled = await agent.tasks.create({ schedule: '0 9 * * *' });
    const triggered = await agent.tasks.createTriggered();
    const answer = await agent.call(TASKS);
    expectAnswerTo('GET /api/agent/tasks', answer, 200);
    const tasks = await agent.tasks.list();
    expect(new Set(tasks.map(({ id }) => id))).toEqual(new Set([scheduled.id, triggered.id]));
    const listed = tasks.find(({ id }) => id === scheduled.id);
    expect(listed).toMatchObject({
      name: 'Tidy up',
      prompt: 'Tidy the mailbox.',
      trigger_type: 'scheduled',
      enabled: true,
      next_run_at: scheduled.next_run_at,
      last_run_status: null,
    });
    expect(tasks.find(({ id }) => id === triggered.id)).toMatchObject({
      schedule: 'event',
      trigger_type: 'event',
      trigger_id: triggered.trigger_id,
    });
  });

  it.each(['completed', 'failed'] as const)(
    'tells that the last run of a scheduled task is %s',
    async (status) => {
      const agent = await bench.person.createAgent();
      const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
      await agent.tasks.complete(await agent.tasks.start(id), { status });
      expect(await agent.tasks.list()).toMatchObject([{ id, last_run_status: status }]);
    },
  );

  it('tells of the newest run, not of an earlier one', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    await agent.tasks.complete(await agent.tasks.start(id), { status: 'failed' });
    await agent.tasks.complete(await agent.tasks.start(id), { status: 'completed' });
    expect(await agent.tasks.list()).toMatchObject([{ last_run_status: 'completed' }]);
  });

  it('never shows tasks of another agent, not even of the same user', async () => {
    const [agent, sibling] = [await bench.person.createAgent(), await bench.person.createAgent()];
    await sibling.tasks.create({ schedule: 'event' });
    expect(await agent.tasks.list()).toEqual([]);
  });
});

describe('One task', () => {
  const bench = useProduct();

  it('is read as it is listed', async () => {
    const agent = await bench.person.createAgent();
    for (const schedule of ['0 9 * * *', 'event']) {
      const { id } = await agent.tasks.create({ schedule });
      const answer = await agent.call(`${TASKS}/${id}`);
      expectAnswerTo('GET /api/agent/tasks/{task_id}', answer, 200);
      expect(await agent.tasks.list()).toContainEqual(answer.body);
    }
  });

  it('changes in the fields that are sent, and in no other', async () => {
    const agent = await bench.person.createAgent();
    const task = await agent.tasks.create({ schedule: '0 9 * * *' });
    const answer = await agent.call(`${TASKS}/${task.id}`, { method: 'PATCH', body: { name: 'Renamed' } });
    expectAnswerTo('PATCH /api/agent/tasks/{task_id}', answer, 200);
    expect(await agent.tasks.read(task.id)).toMatchObject({
      name: 'Renamed',
      prompt: 'Tidy the mailbox.',
      schedule: '0 9 * * *',
      next_run_at: task.next_run_at,
      enabled: true,
    });
    await agent.tasks.change(task.id, { prompt: 'Differently' });
    expect(await agent.tasks.read(task.id)).toMatchObject({ name: 'Renamed', prompt: 'Differently' });
  });

  it('changes nothing for an empty change', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 * * *' });
    const before = await agent.tasks.read(id);
    const answer = await agent.call(`${TASKS}/${id}`, { method: 'PATCH', body: {} });
    expect(answer.status).toBe(200);
    expect(await agent.tasks.read(id)).toEqual(before);
  });

  it('has its next run at the new time once its schedule is changed', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 * * *' });
    const changed = await agent.tasks.change(id, { schedule: '30 11 * * *' });
    expect(changed.next_run_at).toMatch(/T11:30:00\.000Z$/);
    const moved = await agent.tasks.change(id, { timezone: 'Asia/Kolkata' });
    expect(moved.next_run_at).toMatch(/T06:00:00\.000Z$/);
  });

  it('that is disabled answers 403 {detail: Task is disabled} to its trigger, and works again once enabled', async () => {
    const agent = await bench.person.createAgent();
    const { id, trigger_id } = await agent.tasks.createTriggered();
    expect(await agent.tasks.change(id, { enabled: false })).toMatchObject({ enabled: false });
    const refused = await fire(trigger_id, { order: 1 });
    expect(refused).toMatchObject({ status: 403, body: { detail: 'Task is disabled' } });
    expect(Object.keys(refused.body as object)).toEqual(['detail']);
    await agent.tasks.change(id, { enabled: true });
    // A call that was refused does not make this one a duplicate.
    await expectQueued(trigger_id, { order: 1 });
  });

  it('that becomes an event task gets a trigger_id, and loses it with another schedule', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 * * *' });
    const triggered = await agent.tasks.change(id, { schedule: 'event' });
    expect(triggered).toMatchObject({
      trigger_type: 'event',
      trigger_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      next_run_at: null,
    });
    await expectQueued(triggered.trigger_id ?? '', { order: 1 });
    const scheduled = await agent.tasks.change(id, { schedule: '0 9 * * *' });
    expect(scheduled).toMatchObject({
      trigger_type: 'scheduled',
      next_run_at: expect.stringMatching(ISO_UTC),
    });
    expect(scheduled.trigger_id ?? null).toBeNull();
    expectRefusal(await fire(triggered.trigger_id ?? '', { order: 2 }), 404, 'Not found');
  });

  it('that is created disabled has no next run, and one once it is enabled', async () => {
    const agent = await bench.person.createAgent();
    const body = { ...WORK, schedule: '0 9 * * *', enabled: false };
    const created = await agent.call(TASKS, { body });
    expectAnswerTo('POST /api/agent/tasks', created, 200);
    expect(created.body).toMatchObject({ enabled: false, next_run_at: null });
    const enabled = await agent.tasks.change((created.body as { id: string }).id, { enabled: true });
    expect(enabled).toMatchObject({ enabled: true, next_run_at: expect.stringMatching(ISO_UTC) });
  });

  it('has a next run in the future when it is enabled again', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '*/15 * * * *' });
    await agent.tasks.change(id, { enabled: false });
    const { next_run_at } = await agent.tasks.change(id, { enabled: true });
    expect(Date.parse(next_run_at ?? '')).toBeGreaterThan(Date.now() - 1_000);
  });

  it('is gone once it is deleted, and its trigger answers 404 {detail: Not found}', async () => {
    const agent = await bench.person.createAgent();
    const { id, trigger_id } = await agent.tasks.createTriggered();
    await agent.tasks.delete(id);
    expect(await agent.tasks.list()).toEqual([]);
    expectRefusal(await agent.call(`${TASKS}/${id}`), 404, 'Not found');
    expectRefusal(await agent.call(`${TASKS}/${id}`, { method: 'DELETE' }), 404, 'Not found');
    expectRefusal(await agent.call(`${TASKS}/${id}/run/start`, { method: 'POST' }), 404, 'Not found');
    expect(await fire(trigger_id, {})).toMatchObject({ status: 404, body: { detail: 'Not found' } });
  });

  it('is gone with its agent', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    await bench.person.deleteAgent(agent.agentId);
    expect(await fire(trigger_id, {})).toMatchObject({ status: 404, body: { detail: 'Not found' } });
  });
});
