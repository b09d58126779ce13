import { eventually } from '@svc/testkit';
import type { AgentClient, NewKey } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { CALLS, nearly } from './described-calls.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

describe('Rotation of an agent’s secret', () => {
  it('ends the old secret at once without a grace, and its sockets with 4010', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const key = await bench.person.createKey(agent.agentId, { scopes: ['events'] });
    const byKey = await bench.connect(agent.withSecret(key.secret));
    const renewed = agent.withSecret(await bench.person.rotateSecret(agent.agentId));
    expect(await socket.closed()).toMatchObject({ code: 4010 });
    expect(byKey.isOpen).toBe(true);
    expectRefusal(await agent.call('/api/agent/me'), 401);
    expect((await renewed.call('/api/agent/me')).status).toBe(200);
    expect(await bench.refusalOf(agent)).toMatchObject({ code: 4003 });
    await bench.connect(renewed);
  });

  it('leaves both secrets valid during a grace', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const path = `/agents/${agent.agentId}/secret/rotate`;
    const rotating = bench.person.call(path, { body: { grace_period_seconds: 86_400 } });
    const { secret, previous_secret_valid_until } = await bodyOf('rotateAgentSecret', rotating);
    expect(secret).toMatch(/^svc_[0-9a-f]{40}$/);
    const hours = (Date.parse(previous_secret_valid_until ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    for (const client of [agent, agent.withSecret(secret ?? '')]) {
      expect((await client.call('/api/agent/me')).status).toBe(200);
      await bench.connect(client);
    }
    expect(socket.isOpen).toBe(true);
  });

  it('ends the old secret, and the sockets that it opened, when the grace is over', async () => {
    const agent = await bench.person.createAgent();
    const [before, during] = [await bench.connect(agent), await bench.openSocket(agent)];
    const secret = await bench.person.rotateSecret(agent.agentId, 1);
    await during.authenticate(agent);
    const renewed = await bench.connect(agent.withSecret(secret));
    expect(await before.closed()).toMatchObject({ code: 4010 });
    expect(await during.closed()).toMatchObject({ code: 4010 });
    const me = () => agent.call('/api/agent/me');
    await eventually(me, ({ status }) => status === 401);
    expect(renewed.isOpen).toBe(true);
  });
});

const EXPIRED = 'The key has expired';
const REVOKED = 'The key was revoked';
const NO_SCOPE = 'The key does not have the scope for this';

/** The table of the decision "Agent keys": which calls a key with this scope, and no other, may make. */
const OPENED_BY: Record<NonNullable<NewKey['scopes']>[number], readonly string[]> = {
  messages: [
    ...['sendAgentMessage', 'streamAgentMessage', 'uploadAgentMedia', 'listAgentMessages'],
    'titleConversation',
  ],
  tasks: [
    ...['listTasks', 'createTask', 'getTask', 'updateTask', 'deleteTask', 'listDueTasks'],
    ...['listPendingTriggers', 'startRun', 'completeRun', 'getRun', 'appendContext', 'listContext'],
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

describe('Keys of an agent', () => {
  async function withKey(agent: AgentClient, key: NewKey = {}) {
    const { key_id: keyId, secret } = await bench.person.createKey(agent.agentId, key);
    return { keyId, secret, client: agent.withSecret(secret) };
  }

  const closeCode = async (client: AgentClient) => (await bench.refusalOf(client)).code;

  it('are shown once, and afterwards by name, scopes and end', async () => {
    const agent = await bench.person.createAgent();
    const body = { name: '  Mail ✉ ', scopes: ['events', 'messages'], expires_in_seconds: 7_776_000 };
    const path = `/agents/${agent.agentId}/keys`;
    const made = await bodyOf('createAgentKey', bench.person.call(path, { body }));
    const { secret, ...shown } = made;
    expect(secret).toMatch(/^svc_key_[0-9a-f]{32}_[0-9a-f]{40}$/);
    expect(shown).toMatchObject({ name: '  Mail ✉ ', scopes: ['messages', 'events'], state: 'active' });
    const days = (Date.parse(shown['expires_at'] ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(90, 1);
    const listed = await bench.person.call(path);
    expect(listed.body).toEqual([shown]);
    expect(listed.bytes.toString('utf8')).not.toContain('svc_');
  });

  it.each(Object.keys(OPENED_BY) as (keyof typeof OPENED_BY)[])(
    'with the scope %s open its calls, and are refused by all others with 403',
    async (scope) => {
      const agent = await bench.person.createAgent();
      const { client } = await withKey(agent, { scopes: [scope] });
      const opened: string[] = [];
      for (const { path, method, operationId } of CALLS) {
        if (!path.startsWith('/api/agent/')) continue;
        const answer = await client.call(path.replaceAll(/\{\w+\}/g, 'none_1'), { method });
        if (answer.status === 403) {
          expectRefusal(answer, 403, NO_SCOPE);
        } else opened.push(operationId);
        expect(answer.status).not.toBe(401);
      }
      expect(opened.sort()).toEqual([...OPENED_BY[scope], OPEN_TO_ALL].sort());
    },
  );

  it('open a socket with the scope events alone, and send on it with messages', async () => {
    const agent = await bench.person.createAgent();
    const without = await withKey(agent, { scopes: ['messages', 'tasks', 'decisions', 'read'] });
    expect(await closeCode(without.client)).toBe(4011);
    const listening = await bench.connect((await withKey(agent, { scopes: ['events'] })).client);
    expect(await listening.ask({ text: 'May I?' })).toMatchObject({ type: 'error', detail: NO_SCOPE });
    expect(listening.isOpen).toBe(true);
    const both = await bench.connect((await withKey(agent, { scopes: ['messages', 'events'] })).client);
    expect(await both.ask({ text: 'From the key' })).toMatchObject({ type: 'message_ack' });
    await bench.person.send(agent.agentId, 'To the key');
    await both.userMessage('To the key');
  });

  it('prove nothing for another agent, for an unknown one, or when one character is wrong', async () => {
    const agent = await bench.person.createAgent();
    const other = await bench.person.createAgent();
    const { secret, client: right } = await withKey(agent, { scopes: ['events'] });
    for (const client of [other.withSecret(secret), agent.withSecret(nearly(secret))]) {
      expectRefusal(await client.call('/api/agent/me'), 401, 'Missing or invalid credentials');
      expect(await closeCode(client)).toBe(4003);
    }
    await bench.person.deleteAgent(agent.agentId);
    expectRefusal(await right.call('/api/agent/me'), 401);
    expect(await closeCode(right)).toBe(4004);
  });

  it('that expire say so, and close the sockets that they opened with 4010', async () => {
    const { agent, socket: bySecret } = await bench.onlineAgent();
    const socket = await bench.openSocket(agent);
    const { client, keyId } = await withKey(agent, { scopes: ['events'], expires_in_seconds: 2 });
    await socket.authenticate(client);
    expect(await socket.closed()).toMatchObject({ code: 4010 });
    expectRefusal(await client.call('/api/agent/me'), 401, EXPIRED);
    expect(await closeCode(client)).toBe(4010);
    expect(await bench.person.keys(agent.agentId)).toMatchObject([{ key_id: keyId, state: 'expired' }]);
    expect(bySecret.isOpen).toBe(true);
  });

  it('that are revoked end at once over HTTP, in waiting calls, and on sockets; others go on', async () => {
    const agent = await bench.person.createAgent();
    const { client, keyId } = await withKey(agent, { scopes: ['events'] });
    const other = await withKey(agent, { scopes: ['events'] });
    const socket = await bench.connect(client);
    const others = [await bench.connect(other.client), await bench.connect(agent)];
    const polling = await bench.person.createAgent();
    const poller = await withKey(polling, { scopes: ['events'] });
    const waiting = poller.client.call('/api/agent/events?wait=45');
    const keys = () => bench.person.keys(polling.agentId);
    await eventually(keys, ([key]) => key?.last_used_at !== null);
    await bench.person.revokeKey(polling.agentId, poller.keyId);
    await bench.person.revokeKey(agent.agentId, keyId);
    expectRefusal(await client.call('/api/agent/me'), 401, REVOKED);
    expect(await socket.closed()).toMatchObject({ code: 4010 });
    expect(await closeCode(client)).toBe(4010);
    expect((await waiting).body).toMatchObject({ events: [] });
    expect((await other.client.call('/api/agent/me')).status).toBe(200);
    expect(others.map(({ isOpen }) => isOpen)).toEqual([true, true]);
    const states = (await bench.person.keys(agent.agentId)).map(({ state }) => state);
    expect(states).toEqual(['active', 'revoked']);
    // Again changes nothing.
    await bench.person.revokeKey(agent.agentId, keyId);
  });

  it('say when they were last used, and whether a socket of theirs is open', async () => {
    const agent = await bench.person.createAgent();
    await withKey(agent, { name: 'Idle' });
    const connected = await withKey(agent, { name: 'Connected', scopes: ['events'] });
    const socket = await bench.connect(connected.client);
    const read = () => bench.person.keys(agent.agentId);
    const [used] = await eventually(read, (keys) =>
      keys.some((key) => key.last_used_at !== null && key.online),
    );
    expect(Math.abs(Date.now() - Date.parse(used?.last_used_at ?? ''))).toBeLessThan(60_000);
    await socket.close();
    const [, idle] = await eventually(read, (keys) => keys.every((key) => !key.online));
    expect(idle).toMatchObject({ name: 'Idle', last_used_at: null });
  });
});

const NOT_ALLOWED = 'Approval-only agents cannot do this';
/** All that has to do with neither messages nor tasks. */
const ALLOWED = [
  ...['getOwnAgent', 'listOwnEvents', 'acknowledgeEvents', 'callMcp'],
  ...['requestDecision', 'listOwnDecisions', 'getOwnDecision', 'cancelDecision'],
];

describe('An approval-only agent', () => {
  const create = () => bench.person.createAgent({ kind: 'approval-only' });

  it('gets 403 from every call about messages and tasks, before its body is looked at', async () => {
    const agent = await create();
    const calls = CALLS.filter(({ api }) => api === 'agent');
    const refused = calls.filter(({ operationId }) => !ALLOWED.includes(operationId));
    expect(refused.length).toBe(calls.length - ALLOWED.length);
    for (const { path, method } of refused)
      expectRefusal(await agent.call(path.replaceAll(/\{\w+\}/g, 'none_1'), { method }), 403, NOT_ALLOWED);
  });

  it('gets no message and no task of its user, and nothing is stored', async () => {
    const { agentId } = await create();
    expectRefusal(await bench.person.postMessage(agentId, { text: 'Hello' }), 403, NOT_ALLOWED);
    const body = { name: 'x', prompt: 'x', schedule: 'event' };
    expectRefusal(await bench.person.call(`/agents/${agentId}/tasks`, { body }), 403, NOT_ALLOWED);
    expect(await bench.person.tasks.list(agentId)).toEqual([]);
    expect(await bench.person.conversationIds(agentId)).toEqual([]);
    expect(await bench.person.events(agentId)).toEqual([]);
  });

  it('may ask who it is and connect a socket, which stays open though a message is refused', async () => {
    const agent = await create();
    const body = await bodyOf('getOwnAgent', agent.call('/api/agent/me'));
    expect(body).toMatchObject({ agent_id: agent.agentId, kind: 'approval-only' });
    const socket = await bench.connect(agent);
    for (const text of ['Hello', 'Again'])
      expect(await socket.ask({ text })).toMatchObject({ type: 'error', detail: NOT_ALLOWED });
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });
});
