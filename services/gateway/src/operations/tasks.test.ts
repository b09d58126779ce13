import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { expectContract, useGateway } from '../gateway.suite.js';
import type { TestAgent } from '../gateway.suite.js';
import { CRON_TASK, EVENT_TASK, taskCalls } from './tasks.suite.js';

const bench = useGateway();
const { addTask, call } = taskCalls(bench);

/** For calls that leave nothing behind, so that not each of them needs a sign-up. */
let unchanged: TestAgent;
beforeAll(async () => {
  unchanged = await bench.addAgent();
});

beforeEach(() => {
  bench.hints.length = 0;
});

describe('POST /api/agent/tasks', () => {
  it('answers with the task and its next run', async () => {
    const agent = await bench.addAgent();
    const answer = await call(agent, 'POST', '', CRON_TASK);
    expect(answer.status).toBe(200);
    expectContract('createTask', answer);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^tsk_[0-9a-f]{32}$/),
      ...CRON_TASK,
      trigger_type: 'scheduled',
      timezone: 'UTC',
      run_at: null,
      enabled: true,
      next_run_at: expect.stringMatching(/T09:00:00\.000Z$/),
      last_run_status: null,
      created_at: expect.any(String),
    });
    expect(bench.hints).toContainEqual({
      type: 'run',
      agent_id: agent.agentId,
      user_id: agent.owner.userId,
      task_id: answer.body.id,
    });
  });

  it('gives an event task a trigger id, which the list shows again', async () => {
    const agent = await bench.addAgent();
    const created = await call(agent, 'POST', '', EVENT_TASK);
    expect(created.body).toMatchObject({
      trigger_type: 'event',
      next_run_at: null,
      trigger_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const list = await call(agent, 'GET');
    expectContract('listTasks', list);
    expect(list.body).toEqual([created.body]);
  });

  it('takes a time zone, a moment and whether the task is enabled', async () => {
    const agent = await bench.addAgent();
    const zoned = await call(agent, 'POST', '', { ...CRON_TASK, timezone: 'Asia/Kolkata' });
    expect(zoned.body.next_run_at).toMatch(/T03:30:00\.000Z$/);
    const once = await call(agent, 'POST', '', {
      ...CRON_TASK,
      schedule: 'once',
      run_at: '2099-01-01T01:00:00+01:00',
    });
    expect(once.body).toMatchObject({
      run_at: '2099-01-01T00:00:00.000Z',
      next_run_at: '2099-01-01T00:00:00.000Z',
    });
    const disabled = await call(agent, 'POST', '', { ...CRON_TASK, enabled: false });
    expect(disabled.body).toMatchObject({ enabled: false, next_run_at: null });
  });

  it.each<[string, object, string]>([
    ['no name', { name: undefined }, 'body.name'],
    ['a blank name', { name: ' \n' }, 'body.name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'body.name'],
    ['a blank prompt', { prompt: '\t' }, 'body.prompt'],
    ['a prompt of 32,769 characters', { prompt: 'x'.repeat(32_769) }, 'body.prompt'],
    ['U+0000', { prompt: 'a\0b' }, 'body.prompt'],
    ['no schedule', { schedule: undefined }, 'body.schedule'],
    ['six cron fields', { schedule: '0 0 9 * * 1' }, 'body.schedule'],
    ['a schedule that never occurs', { schedule: '0 0 31 2 *' }, 'body.schedule'],
    ['a schedule that is no text', { schedule: 5 }, 'body.schedule'],
    ['a time zone that is none', { timezone: 'Nowhere' }, 'body.timezone'],
    ['a moment that is none', { schedule: 'once', run_at: 'tomorrow' }, 'body.run_at'],
    ['a moment for a cron schedule', { run_at: '2099-01-01T00:00:00Z' }, 'body.run_at'],
    ['enabled that is no boolean', { enabled: 'yes' }, 'body.enabled'],
  ])('refuses %s, naming the field', async (_name, wrong, path) => {
    const answer = await call(unchanged, 'POST', '', { ...CRON_TASK, ...wrong });
    expect(answer.status).toBe(422);
    expectContract('createTask', answer);
    expect(answer.body.errors).toEqual([{ path, message: expect.any(String) }]);
    expect((await call(unchanged, 'GET')).body).toEqual([]);
  });

  it('counts characters, not bytes or halves of them, and keeps odd ones', async () => {
    const agent = await bench.addAgent();
    const name = '😀'.repeat(200);
    const prompt = '\u0007' + '😀'.repeat(32_767);
    const answer = await call(agent, 'POST', '', { ...CRON_TASK, name, prompt });
    expect(answer.body).toMatchObject({ name, prompt });
    const half = await call(agent, 'POST', '', { ...CRON_TASK, name: 'a\uD800' });
    expect(half.body.name).toBe('a\uFFFD');
  });
});

describe('a task', () => {
  it('is read, changed and deleted by its agent', async () => {
    const agent = await bench.addAgent();
    const id = await addTask(agent);
    const changed = await call(agent, 'PATCH', `/${id}`, { name: 'Post', enabled: false });
    expectContract('updateTask', changed);
    expect(changed.body).toMatchObject({ id, name: 'Post', enabled: false, next_run_at: null });
    const read = await call(agent, 'GET', `/${id}`);
    expectContract('getTask', read);
    expect(read.body).toEqual(changed.body);
    expect((await call(agent, 'PATCH', `/${id}`, { schedule: 'x' })).status).toBe(422);
    const deleted = await call(agent, 'DELETE', `/${id}`);
    expect(deleted.status).toBe(204);
    expectContract('deleteTask', deleted);
    expect((await call(agent, 'GET', `/${id}`)).status).toBe(404);
    expect((await call(agent, 'DELETE', `/${id}`)).status).toBe(404);
  });

  it('is not found by another agent or another user', async () => {
    const id = await addTask(await bench.addAgent());
    const other = await bench.addAgent();
    for (const [method, path, body] of [
      ['GET', `/${id}`],
      ['PATCH', `/${id}`, {}],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/run/start`],
      ['GET', `/${newId('task')}`],
      ['GET', '/x'],
    ] as const) {
      expect(await call(other, method, path, body)).toMatchObject({
        status: 404,
        body: { detail: 'Not found' },
      });
    }
    for (const [method, path, body] of [
      ['GET', id],
      ['PATCH', id, {}],
      ['DELETE', id],
      ['POST', `${id}/run`],
      ['POST', `${id}/trigger/rotate`],
      ['GET', `${id}/runs`],
    ] as const) {
      const answer = await bench.call(method, `/api/client/tasks/${path}`, {
        headers: other.owner.auth,
        ...(body !== undefined && { body }),
      });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it('is nothing for an approval-only agent', async () => {
    const agent = await bench.addAgent({ kind: 'approval-only' });
    const run = newId('run');
    for (const [method, path, body] of [
      ['GET', ''],
      ['POST', '', CRON_TASK],
      ['GET', '/due'],
      ['GET', '/triggers/pending'],
      ['GET', `/${newId('task')}`],
      ['POST', `/${newId('task')}/run/start`],
      ['GET', `/runs/${run}`],
      ['POST', `/runs/${run}/complete`, { status: 'completed' }],
      ['POST', `/runs/${run}/context`, { text: 'x' }],
      ['GET', `/runs/${run}/context`],
    ] as const) {
      expect(await call(agent, method, path, body)).toMatchObject({
        status: 403,
        body: { detail: 'Approval-only agents cannot do this' },
      });
    }
    const path = `/api/client/agents/${agent.agentId}/tasks`;
    const answer = await bench.call('POST', path, { headers: agent.owner.auth, body: CRON_TASK });
    expect(answer.status).toBe(403);
    expectContract('createAgentTask', answer);
  });

  it('is made, listed, changed and deleted by the agent’s owner as well', async () => {
    const agent = await bench.addAgent();
    const headers = agent.owner.auth;
    const path = `/api/client/agents/${agent.agentId}/tasks`;
    const created = await bench.call('POST', path, { headers, body: EVENT_TASK });
    expect(created.status).toBe(201);
    expectContract('createAgentTask', created);
    const list = await bench.call('GET', path, { headers });
    expectContract('listAgentTasks', list);
    expect(list.body).toEqual([created.body]);
    expect(list.body).toEqual((await call(agent, 'GET')).body);

    const task = `/api/client/tasks/${created.body.id}`;
    const read = await bench.call('GET', task, { headers });
    expectContract('getAgentTask', read);
    expect(read.body).toEqual(created.body);
    const rotated = await bench.call('POST', `${task}/trigger/rotate`, { headers });
    expectContract('rotateTrigger', rotated);
    expect(rotated.body.trigger_id).not.toBe(created.body.trigger_id);
    const changed = await bench.call('PATCH', task, { headers, body: { schedule: '0 9 * * *' } });
    expectContract('updateAgentTask', changed);
    expect(changed.body).not.toHaveProperty('trigger_id');
    const refused = await bench.call('POST', `${task}/trigger/rotate`, { headers });
    expect(refused).toMatchObject({ status: 409, body: { detail: 'Only an event task has a trigger' } });
    expectContract('rotateTrigger', refused);
    expect((await bench.call('DELETE', task, { headers })).status).toBe(204);
    expect((await bench.call('GET', path, { headers })).body).toEqual([]);
    const stranger = await bench.signUp();
    for (const method of ['GET', 'POST']) {
      const answer = await bench.call(method, path, {
        headers: stranger.auth,
        ...(method === 'POST' && { body: CRON_TASK }),
      });
      expect(answer.status).toBe(404);
    }
  });
});
