/** @any-shape The gateway alone refuses, by the contract. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const WRONG_TYPES: readonly unknown[] = [1, true, {}, [], ['x']];
const NO_OBJECTS = ['[]', '"text"', '1', 'true', 'null'];
const TASK_FIELDS: Record<string, readonly unknown[]> = {
  name: ['', ' \n\t', 'x'.repeat(201), 'a\u0000b'],
  prompt: ['', ' ', 'x'.repeat(32_769), 'a\u0000b'],
  schedule: ['', 'x', '* * * *', '@daily', `${'*'.repeat(300)}`, '* * * * *\u0000'],
  timezone: ['', 'x', 'Mars/Base', 'x'.repeat(300)],
  run_at: ['', 'soon', '2037-13-01T00:00:00Z', '2037-01-01', `2037-01-01T00:00:00.${'0'.repeat(100)}Z`],
  enabled: ['yes', 0],
};

/** Every field of every call about tasks that has a body, and what is none of its values beside the wrong types. */
const DOORS: { call: string; valid: Record<string, unknown>; fields: Record<string, readonly unknown[]> }[] =
  [
    {
      call: 'POST /api/agent/tasks',
      valid: { name: 'x', prompt: 'x', schedule: 'event' },
      fields: withMissing(TASK_FIELDS, ['name', 'prompt', 'schedule']),
    },
    { call: 'PATCH /api/agent/tasks/{task_id}', valid: {}, fields: TASK_FIELDS },
    {
      call: 'POST /api/agent/tasks/runs/{run_id}/complete',
      valid: { status: 'completed' },
      fields: {
        status: ['', 'done', 'running', 'cancelled', 'pending', 'COMPLETED', null, undefined],
        summary: ['x'.repeat(1_001), 'a\u0000b'],
      },
    },
    {
      call: 'POST /api/agent/tasks/runs/{run_id}/context',
      valid: { text: 'x' },
      fields: { text: ['', 'x'.repeat(65_537), 'a\u0000b', null, undefined], run_id: [] },
    },
    {
      call: 'POST /api/client/agents/{agent_id}/tasks',
      valid: { name: 'x', prompt: 'x', schedule: 'event' },
      fields: withMissing(TASK_FIELDS, ['name', 'prompt', 'schedule']),
    },
    { call: 'PATCH /api/client/tasks/{task_id}', valid: {}, fields: TASK_FIELDS },
  ];

/** Values of a wrong type that a field takes nevertheless. */
const TAKEN: Record<string, readonly unknown[]> = { enabled: [true] };

const NO_IDS = ['x', '..%2f..', '%F0%9F', `${'0'.repeat(500)}`, "x'--", '%00'];

describe('Bad input about tasks', () => {
  const bench = useProduct();
  let agent: AgentClient;
  let taskId: string;
  let runId: string;
  let before: unknown;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
    taskId = (await agent.tasks.create({ schedule: '0 9 1 1 *', name: 'Unharmed' })).id;
    runId = await agent.tasks.start(taskId);
    before = await state();
  });

  async function state(): Promise<unknown> {
    return {
      tasks: await agent.tasks.list(),
      run: await agent.tasks.run(runId),
      blocks: await agent.tasks.blocks(runId),
      runs: await bench.person.tasks.runs(taskId),
      events: await bench.person.events(agent.agentId),
      conversations: await bench.person.conversationIds(agent.agentId),
    };
  }

  function ask(call: string, body: unknown): Promise<HttpAnswer> {
    const [method = '', template = ''] = call.split(' ');
    const path = template
      .replace('{agent_id}', agent.agentId)
      .replace('{task_id}', taskId)
      .replace('{run_id}', runId);
    if (path.startsWith('/api/agent/')) return agent.call(path, { method, body });
    return bench.person.call(path.replace('/api/client', ''), { method, body });
  }

  describe.each(DOORS)('at $call', ({ call, valid, fields }) => {
    it.each(Object.keys(fields))('is 422 and names the field, for every bad value of %s', async (field) => {
      const wrong = WRONG_TYPES.filter((value) => !(TAKEN[field] ?? []).includes(value));
      for (const value of [...(fields[field] ?? []), ...wrong]) {
        const answer = await ask(call, { ...valid, [field]: value });
        const { errors } = answer.body as { errors?: { path: string }[] };
        expect({ value, status: answer.status, paths: errors?.map(({ path }) => path) }).toEqual({
          value,
          status: 422,
          paths: expect.arrayContaining([`body.${field}`]),
        });
        expectRefusal(answer, 422);
      }
      expect(await state()).toEqual(before);
    });

    it('is 422 where the body is no object, and 400 where it is no JSON', async () => {
      for (const body of NO_OBJECTS) expectRefusal(await ask(call, body), 422);
      for (const body of ['{', 'x', '{"a":1}}', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])]) {
        expectRefusal(await ask(call, body), 400, 'Malformed JSON');
      }
      expect(await state()).toEqual(before);
    });

    it('is 413 where the body is over the limit of the call', async () => {
      const body = JSON.stringify({ ...valid, more: 'x'.repeat(1_100_000) });
      expectRefusal(await ask(call, body), 413, 'Request is too large');
      expect(await state()).toEqual(before);
    });

    it('is 422 where the JSON is nested without end', async () => {
      const [field = ''] = Object.keys(fields);
      const body = `{"${field}":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
      expectRefusal(await ask(call, body), 422);
    });
  });

  it('is 404 for ids in the path that name nothing, or cannot', async () => {
    const taskIds = [...NO_IDS, `tsk_${'0'.repeat(32)}`, runId, agent.agentId];
    const runIds = [...NO_IDS, `run_${'0'.repeat(32)}`, taskId, agent.agentId];
    for (const id of taskIds) {
      expectRefusal(await agent.call(`/api/agent/tasks/${id}`), 404, 'Not found');
      expectRefusal(await agent.call(`/api/agent/tasks/${id}`, { method: 'DELETE' }), 404, 'Not found');
      const change = { method: 'PATCH', body: { name: 'x' } };
      expectRefusal(await agent.call(`/api/agent/tasks/${id}`, change), 404, 'Not found');
      const start = { method: 'POST' };
      expectRefusal(await agent.call(`/api/agent/tasks/${id}/run/start`, start), 404, 'Not found');
      expectRefusal(await bench.person.call(`/tasks/${id}`, change), 404, 'Not found');
      expectRefusal(await bench.person.call(`/tasks/${id}/run`, start), 404, 'Not found');
      expectRefusal(await bench.person.call(`/tasks/${id}/trigger/rotate`, start), 404, 'Not found');
      expectRefusal(await bench.person.call(`/tasks/${id}/runs`), 404, 'Not found');
    }
    for (const id of runIds) {
      const runs = '/api/agent/tasks/runs';
      expectRefusal(await agent.call(`${runs}/${id}`), 404, 'Not found');
      const completion = { body: { status: 'completed' } };
      expectRefusal(await agent.call(`${runs}/${id}/complete`, completion), 404, 'Not found');
      expectRefusal(await agent.call(`${runs}/${id}/context`, { body: { text: 'x' } }), 404, 'Not found');
      expectRefusal(await agent.call(`${runs}/${id}/context`), 404, 'Not found');
    }
    expect(await state()).toEqual(before);
  });

  it('is 405 with Allow for a method that the path does not have', async () => {
    for (const [method, path] of [
      ['PUT', '/api/agent/tasks'],
      ['PUT', `/api/agent/tasks/${taskId}`],
      ['GET', `/api/agent/tasks/${taskId}/run/start`],
      ['DELETE', `/api/agent/tasks/runs/${runId}`],
      ['GET', `/api/agent/tasks/runs/${runId}/complete`],
      ['PUT', `/api/agent/tasks/runs/${runId}/context`],
    ] as const) {
      const answer = await agent.call(path, { method });
      expectRefusal(answer, 405, 'Method not allowed');
      expect(answer.headers.allow).toBeDefined();
    }
  });

  it('names every offending field at once', async () => {
    const body = { name: 1, prompt: [], schedule: {}, enabled: 'x' };
    const { body: refusal } = await agent.call('/api/agent/tasks', { body });
    const { errors } = refusal as { errors: { path: string }[] };
    expect(new Set(errors.map(({ path }) => path))).toEqual(
      new Set(['body.name', 'body.prompt', 'body.schedule', 'body.enabled']),
    );
  });

  it('leaves the service as it was', async () => {
    expect(await state()).toEqual(before);
    await agent.tasks.complete(runId, { status: 'completed', summary: 'Fine' });
  });
});

function withMissing(fields: typeof TASK_FIELDS, required: string[]): typeof TASK_FIELDS {
  return Object.fromEntries(
    Object.entries(fields).map(([field, values]) => [
      field,
      required.includes(field) ? [...values, null, undefined] : values,
    ]),
  );
}
