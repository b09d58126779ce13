/** @any-shape The gateway alone refuses, by the row of the agent. */
import { describe, expect, it } from '@jest/globals';
import { httpCall } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

const NOT_ALLOWED = 'Approval-only agents cannot do this';
const TASK = `/api/agent/tasks/tsk_${'0'.repeat(32)}`;
const RUN = `/api/agent/tasks/runs/run_${'0'.repeat(32)}`;
const NEW_TASK = { name: 'x', prompt: 'x', schedule: 'event' };

const CALLS: [call: string, path: string, options: { method?: string; body?: unknown }][] = [
  ['list tasks', '/api/agent/tasks', {}],
  ['create a task', '/api/agent/tasks', { body: NEW_TASK }],
  ['poll due tasks', '/api/agent/tasks/due', {}],
  ['poll triggers', '/api/agent/tasks/triggers/pending', {}],
  ['read a task', TASK, {}],
  ['change a task', TASK, { method: 'PATCH', body: { name: 'x' } }],
  ['delete a task', TASK, { method: 'DELETE' }],
  ['start a run', `${TASK}/run/start`, { method: 'POST' }],
  ['read a run', RUN, {}],
  ['complete a run', `${RUN}/complete`, { body: { status: 'completed' } }],
  ['append to a context', `${RUN}/context`, { body: { text: 'x' } }],
  ['read a context', `${RUN}/context`, {}],
];

describe('An approval-only agent gets 403', () => {
  const bench = useProduct();

  it.each(CALLS)('when it wants to %s', async (_, path, options) => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    expectRefusal(await agent.call(path, options), 403, NOT_ALLOWED);
  });

  it('before its body is looked at', async () => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    expectRefusal(await agent.call('/api/agent/tasks', { body: { nonsense: true } }), 403, NOT_ALLOWED);
  });

  it('and its owner cannot give it a task', async () => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const answer = await bench.person.call(`/agents/${agent.agentId}/tasks`, { body: NEW_TASK });
    expectRefusal(answer, 403, NOT_ALLOWED);
    expect(await bench.person.tasks.list(agent.agentId)).toEqual([]);
  });
});

describe('Without credentials', () => {
  it.each(CALLS)('nobody may %s: 401', async (_, path, options) => {
    expectRefusal(await httpCall(baseUrl + path, options), 401, 'Missing or invalid credentials');
  });
});
