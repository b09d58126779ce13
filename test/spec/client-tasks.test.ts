/** @any-shape The gateway alone answers, from rows. */
import { describe, expect, it } from '@jest/globals';
import { Person } from '@svc/testkit';
import { expectAnswerTo, expectInvalidField, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';
import { expectQueued } from './trigger-calls.js';

const WORK = { name: 'Morning mail', prompt: 'Sort it.' };

describe('A user’s tasks', () => {
  const bench = useProduct();

  it('are created for an agent, and seen by it', async () => {
    const agent = await bench.person.createAgent();
    const answer = await bench.person.call(`/agents/${agent.agentId}/tasks`, {
      body: { ...WORK, schedule: '0 9 * * *', timezone: 'Europe/Vienna' },
    });
    expectAnswerTo('POST /api/client/agents/{agent_id}/tasks', answer, 201);
    expect(answer.body).toMatchObject({ ...WORK, trigger_type: 'scheduled', timezone: 'Europe/Vienna' });
    expect(await agent.tasks.list()).toEqual([answer.body]);
  });

  it('are listed as the agent lists them, whoever created them', async () => {
    const agent = await bench.person.createAgent();
    await agent.tasks.createTriggered();
    await bench.person.tasks.create(agent.agentId, { schedule: 'once', run_at: '2037-01-01T00:00:00Z' });
    const answer = await bench.person.call(`/agents/${agent.agentId}/tasks`);
    expectAnswerTo('GET /api/client/agents/{agent_id}/tasks', answer, 200);
    expect(answer.body).toEqual(await agent.tasks.list());
    expect(answer.body).toHaveLength(2);
  });

  it('are read, changed and deleted', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await bench.person.tasks.create(agent.agentId, { schedule: '0 9 * * *' });
    const read = await bench.person.call(`/tasks/${id}`);
    expectAnswerTo('GET /api/client/tasks/{task_id}', read, 200);
    const change = { method: 'PATCH', body: { name: 'Renamed', schedule: '0 10 * * *', enabled: false } };
    const changed = await bench.person.call(`/tasks/${id}`, change);
    expectAnswerTo('PATCH /api/client/tasks/{task_id}', changed, 200);
    expect(await agent.tasks.read(id)).toMatchObject({
      name: 'Renamed',
      schedule: '0 10 * * *',
      enabled: false,
    });
    const deleted = await bench.person.call(`/tasks/${id}`, { method: 'DELETE' });
    expectAnswerTo('DELETE /api/client/tasks/{task_id}', deleted, 204);
    expect(await agent.tasks.list()).toEqual([]);
    expectRefusal(await bench.person.call(`/tasks/${id}`), 404, 'Not found');
    expectRefusal(await bench.person.call(`/tasks/${id}`, { method: 'DELETE' }), 404, 'Not found');
  });

  it('of someone else are 404 for every call, and stay as they are', async () => {
    const stranger = await Person.signUp(baseUrl);
    const agent = await bench.person.createAgent();
    const task = await agent.tasks.createTriggered();
    const runId = await agent.tasks.start(task.id);
    const calls: [path: string, call: { method?: string; body?: unknown }][] = [
      [`/agents/${agent.agentId}/tasks`, {}],
      [`/agents/${agent.agentId}/tasks`, { body: { ...WORK, schedule: 'event' } }],
      [`/tasks/${task.id}`, {}],
      [`/tasks/${task.id}`, { method: 'PATCH', body: { name: 'Stolen' } }],
      [`/tasks/${task.id}`, { method: 'DELETE' }],
      [`/tasks/${task.id}/run`, { method: 'POST' }],
      [`/tasks/${task.id}/trigger/rotate`, { method: 'POST' }],
      [`/tasks/${task.id}/runs`, {}],
      [`/runs/${runId}`, {}],
    ];
    for (const [path, call] of calls) expectRefusal(await stranger.call(path, call), 404, 'Not found');
    expect(await agent.tasks.list()).toMatchObject([{ name: 'Tidy up', trigger_id: task.trigger_id }]);
    expect(await bench.person.tasks.runs(task.id)).toHaveLength(1);
  });
});

describe('POST /tasks/{task_id}/run', () => {
  const bench = useProduct();

  it('fires a scheduled task now: 202 {run_id}, and task_due with that run', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const task = await agent.tasks.create({ schedule: '0 9 1 1 *', ...WORK });
    const answer = await bench.person.call(`/tasks/${task.id}/run`, { method: 'POST' });
    expectAnswerTo('POST /api/client/tasks/{task_id}/run', answer, 202);
    const { run_id } = answer.body as { run_id: string };
    expect(await socket.taskDue(task.id)).toEqual({
      type: 'task_due',
      task_id: task.id,
      run_id,
      task_name: WORK.name,
      task_prompt: WORK.prompt,
      schedule: '0 9 1 1 *',
    });
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(await agent.tasks.run(run_id)).toMatchObject({ status: 'running' });
    // Its own schedule goes on as it was.
    expect(await agent.tasks.read(task.id)).toMatchObject({ enabled: true, next_run_at: task.next_run_at });
  });

  it('fires an event task with an empty payload', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { id } = await agent.tasks.createTriggered();
    const runId = await bench.person.tasks.run(id);
    expect(await socket.taskTrigger(runId)).toMatchObject({ task_id: id, payload: {} });
  });

  it('is no call of the trigger: {} sent to it afterwards is no duplicate', async () => {
    const agent = await bench.person.createAgent();
    const { id, trigger_id } = await agent.tasks.createTriggered();
    await bench.person.tasks.run(id);
    await expectQueued(trigger_id, {});
  });

  it('fires a disabled task as well', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    await agent.tasks.change(id, { enabled: false });
    const runId = await bench.person.tasks.run(id);
    expect(await socket.taskDue(id)).toMatchObject({ run_id: runId });
  });

  it('fires each time that it is called', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const runIds = [await bench.person.tasks.run(id), await bench.person.tasks.run(id)];
    await socket.frames.until((frames) => frames.filter(({ type }) => type === 'task_due').length === 2);
    expect(new Set(socket.events.map((event) => event['run_id']))).toEqual(new Set(runIds));
  });

  it('goes to the webhook of an agent that is not connected', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const runId = await bench.person.tasks.run(id);
    const [delivery] = await receiver.deliveries.atLeast(1);
    expect(delivery?.rawBody.toString('utf8')).toContain(runId);
  });
});

describe('GET /tasks/{task_id}/runs', () => {
  const bench = useProduct();

  it('lists the runs newest first, in pages', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const started: string[] = [];
    for (let count = 0; count < 5; count += 1) started.push(await agent.tasks.start(id));
    const answer = await bench.person.call(`/tasks/${id}/runs`);
    expectAnswerTo('GET /api/client/tasks/{task_id}/runs', answer, 200);
    const all = (await bench.person.tasks.runs(id)).map((run) => run.id);
    expect(all).toEqual([...started].reverse());
    const first = await bench.person.tasks.runs(id, '?limit=2');
    const second = await bench.person.tasks.runs(id, `?limit=2&cursor=${first.at(-1)?.id}`);
    const third = await bench.person.tasks.runs(id, `?limit=2&cursor=${second.at(-1)?.id}`);
    expect([...first, ...second, ...third].map((run) => run.id)).toEqual(all);
    expect(third).toHaveLength(1);
  });

  it('says what each run was created by', async () => {
    const agent = await bench.person.createAgent();
    const { id, trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, {});
    await bench.person.tasks.run(id);
    const origins = (await bench.person.tasks.runs(id)) as unknown as { origin: string }[];
    expect(origins.map(({ origin }) => origin)).toEqual(['manual', 'trigger']);
  });

  it('is 422 for a page that is none', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: 'event' });
    for (const [query, path] of [
      ['?limit=0', 'query.limit'],
      ['?limit=101', 'query.limit'],
      ['?limit=x', 'query.limit'],
      ['?cursor=x', 'query.cursor'],
    ] as const) {
      expectInvalidField(await bench.person.call(`/tasks/${id}/runs${query}`), path);
    }
  });

  it('and one run is read with its task’s name and its context', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *', ...WORK });
    const runId = await agent.tasks.start(id);
    await agent.tasks.append(runId, 'Half way');
    const answer = await bench.person.call(`/runs/${runId}`);
    expectAnswerTo('GET /api/client/runs/{run_id}', answer, 200);
    expect(answer.body).toMatchObject({
      id: runId,
      status: 'running',
      task_name: WORK.name,
      context: [{ text: 'Half way' }],
    });
  });
});

describe('POST /tasks/{task_id}/trigger/rotate', () => {
  const bench = useProduct();

  it('answers the task with its new trigger_id', async () => {
    const agent = await bench.person.createAgent();
    const { id, trigger_id } = await agent.tasks.createTriggered();
    const answer = await bench.person.call(`/tasks/${id}/trigger/rotate`, { method: 'POST' });
    expectAnswerTo('POST /api/client/tasks/{task_id}/trigger/rotate', answer, 200);
    expect(answer.body).toMatchObject({ id, trigger_id: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((answer.body as { trigger_id: string }).trigger_id).not.toBe(trigger_id);
  });

  it('is 409 for a task that has no trigger', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 * * *' });
    expectRefusal(await bench.person.call(`/tasks/${id}/trigger/rotate`, { method: 'POST' }), 409);
  });
});
