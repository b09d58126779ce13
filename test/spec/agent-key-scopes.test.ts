/** @any-shape The gateway alone answers, from the document. */
import { describe, expect, it } from '@jest/globals';
import { document } from '@svc/http-contract';
import { Person } from '@svc/testkit';
import { expectInvalidField, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

const NO_SCOPE = 'The key does not have the scope for this';

/** The table of the decision "Agent keys": which calls a key with this scope, and no other, may make. */
const OPENED_BY: Record<string, readonly string[]> = {
  messages: [
    ...['sendAgentMessage', 'streamAgentMessage', 'uploadAgentMedia', 'listAgentMessages'],
    'titleConversation',
  ],
  tasks: [
    ...[
      'listTasks',
      'createTask',
      'getTask',
      'updateTask',
      'deleteTask',
      'listDueTasks',
      'listPendingTriggers',
    ],
    ...['startRun', 'completeRun', 'getRun', 'appendContext', 'listContext'],
    ...['listRuns', 'heartbeatRun', 'releaseRun', 'reportProgress'],
  ],
  decisions: ['requestDecision', 'listOwnDecisions', 'getOwnDecision', 'cancelDecision'],
  events: ['listOwnEvents', 'acknowledgeEvents'],
  read: [
    ...['listAgentMessages', 'listTasks', 'getTask', 'listDueTasks', 'getRun', 'listContext'],
    ...['listRuns', 'listOwnDecisions', 'getOwnDecision'],
  ],
};

/** Any scope is enough to ask who one is. */
const OPEN_TO_ALL = 'getOwnAgent';

const AGENT_CALLS = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/api/agent/'))
  .flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operationId: operation.operationId }];
    }),
  );

describe('The scopes of a key', () => {
  const bench = useProduct();

  it.each(Object.keys(OPENED_BY))('%s opens its calls, and refuses all others with 403', async (scope) => {
    const agent = await bench.person.createAgent();
    const { secret } = await bench.person.createKey(agent.agentId, { scopes: [scope] });
    const key = agent.withSecret(secret);
    const opened: string[] = [];
    for (const { path, method, operationId } of AGENT_CALLS) {
      const answer = await key.call(path.replaceAll(/\{\w+\}/g, 'none_1'), { method: method.toUpperCase() });
      if (answer.status === 403) expectRefusal(answer, 403, NO_SCOPE);
      else opened.push(operationId);
      expect(answer.status).not.toBe(401);
    }
    expect(opened.sort()).toEqual([...(OPENED_BY[scope] ?? []), OPEN_TO_ALL].sort());
  });

  it('together open every call of the agent API', () => {
    const all = new Set([...Object.values(OPENED_BY).flat(), OPEN_TO_ALL]);
    expect(AGENT_CALLS.map(({ operationId }) => operationId).filter((id) => !all.has(id))).toEqual([]);
  });

  it('refuse before a body is read', async () => {
    const agent = await bench.person.createAgent();
    const { secret } = await bench.person.createKey(agent.agentId);
    const answer = await agent.withSecret(secret).call('/api/agent/events', { body: 'not json' });
    expectRefusal(answer, 403, NO_SCOPE);
  });

  it('give an approval-only agent nothing that it may not do', async () => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const { secret } = await bench.person.createKey(agent.agentId, { scopes: ['messages', 'decisions'] });
    const key = agent.withSecret(secret);
    expectRefusal(await key.post({ text: 'Hello' }), 403, 'Approval-only agents cannot do this');
    expect((await key.call('/api/agent/decisions', { body: { title: 'May I?' } })).status).toBe(201);
  });
});

describe('Making and revoking a key', () => {
  const bench = useProduct();

  it('names every field that is wrong', async () => {
    const agent = await bench.person.createAgent();
    const make = (body: unknown) => bench.person.call(`/agents/${agent.agentId}/keys`, { body });
    const good = { name: 'Key', scopes: ['read'] };
    for (const name of ['', '  ', 'x'.repeat(101), 'a\u0000b', 7, null])
      expectInvalidField(await make({ ...good, name }), 'body.name');
    for (const scopes of [[], ['read', 'read'], 'read', null])
      expectInvalidField(await make({ ...good, scopes }), 'body.scopes');
    expectInvalidField(await make({ ...good, scopes: ['read', 'admin'] }), 'body.scopes.1');
    for (const expires_in_seconds of [0, -1, 1.5, '60', 315_360_001])
      expectInvalidField(await make({ ...good, expires_in_seconds }), 'body.expires_in_seconds');
    expect(await bench.person.keys(agent.agentId)).toEqual([]);
    expect((await make({ ...good, expires_in_seconds: null })).status).toBe(201);
  });

  it('is for the agent’s owner alone; what is someone else’s is 404', async () => {
    const agent = await bench.person.createAgent();
    const { key_id } = await bench.person.createKey(agent.agentId);
    const stranger = await Person.signUp(baseUrl);
    const mine = await stranger.createAgent();
    const body = { name: 'Key', scopes: ['read'] };
    const path = `/agents/${agent.agentId}/keys`;
    expectRefusal(await stranger.call(path), 404);
    expectRefusal(await stranger.call(path, { body }), 404);
    expectRefusal(await stranger.call(`${path}/${key_id}`, { method: 'DELETE' }), 404);
    expectRefusal(await stranger.call(`/agents/${mine.agentId}/keys/${key_id}`, { method: 'DELETE' }), 404);
    expectRefusal(await bench.person.call(`${path}/key_none1`, { method: 'DELETE' }), 404);
    expect(await bench.person.keys(agent.agentId)).toMatchObject([{ key_id, state: 'active' }]);
  });
});
