/** @any-shape The gateway alone takes the calls, and does them as those of the agent API. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { eventually } from '@svc/testkit';
import { request, resolve, cancel } from './decision-calls.js';
import type { ShownDecision } from './decision-calls.js';
import { byHeaders, byToken, McpClient, REVISIONS } from './mcp-client.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();
const opened: McpClient[] = [];

const CHAT = ['send_message', 'send_report'];
const DECIDE = ['ask_decision', 'get_decision'];
const WORK = ['complete_run', 'list_tasks', 'save_context'];

afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});

async function connect(headers: Record<string, string>, revision?: (typeof REVISIONS)[number]) {
  const client = await McpClient.connect(headers, revision);
  opened.push(client);
  return client;
}

async function connected(): Promise<{ agent: AgentClient; client: McpClient }> {
  const agent = await bench.person.createAgent();
  return { agent, client: await connect(byHeaders(agent)) };
}

/** The agent's only request, as soon as it is there. */
async function onlyRequest(agent: AgentClient): Promise<ShownDecision> {
  const list = async () => (await agent.call('/api/agent/decisions')).body as ShownDecision[];
  const [decision] = await eventually(list, ({ length }) => length > 0, { what: 'a request' });
  if (decision === undefined) throw new Error('There is no request');
  return decision;
}

describe('POST /mcp', () => {
  it.each(REVISIONS)('serves a client of revision %s', async (revision) => {
    const agent = await bench.person.createAgent();
    const client = await connect(byHeaders(agent), revision);
    expect(client.revision).toBe(revision);
    expect(await client.toolNames()).toEqual([...CHAT, ...DECIDE, ...WORK].sort());
    const sent = await client.use('send_message', { text: 'Good morning' });
    expect(sent).toMatchObject({ isError: false, value: { status: 'ok' } });
    expect(await client.use('nonsense').catch((error: Error) => error.message)).toMatch('Unknown tool');
  });

  it('knows the agent by one token as well, and a key in the place of the secret', async () => {
    const agent = await bench.person.createAgent();
    expect(await (await connect(byToken(agent))).toolNames()).toHaveLength(7);
    const { secret } = await bench.person.createKey(agent.agentId, { scopes: ['decisions'] });
    for (const by of [byHeaders, byToken])
      expect(await (await connect(by(agent.withSecret(secret)))).toolNames()).toEqual(DECIDE);
  });

  it('offers an approval-only agent decisions alone, and refuses it the other tools', async () => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const client = await connect(byHeaders(agent));
    expect(await client.toolNames()).toEqual(DECIDE);
    for (const [name, given] of [
      ['send_message', { text: 'hi' }],
      ['list_tasks', {}],
    ] as const)
      expect(await client.use(name, given)).toMatchObject({
        ...{ isError: true, text: 'Approval-only agents cannot do this' },
      });
    expect((await client.use('ask_decision', { title: 'Go?', wait: 0 })).value).toMatchObject({
      status: 'pending',
    });
  });

  it('refuses a key the tools that its scopes do not open', async () => {
    const agent = await bench.person.createAgent();
    const { secret } = await bench.person.createKey(agent.agentId, { scopes: ['messages', 'tasks'] });
    const client = await connect(byHeaders(agent.withSecret(secret)));
    expect(await client.toolNames()).toEqual([...CHAT, ...WORK].sort());
    expect(await client.use('ask_decision', { title: 'Go?' })).toMatchObject({
      ...{ isError: true, text: 'The key does not have the scope for this' },
    });
  });

  it('describes the arguments of each tool without a reference to anything', async () => {
    const { client } = await connected();
    for (const { name, inputSchema } of await client.tools()) {
      expect([name, inputSchema]).toMatchObject([name, { type: 'object', additionalProperties: false }]);
      expect(JSON.stringify(inputSchema)).not.toMatch(/"\$ref"|"x-/);
    }
  });
});

describe('the tools', () => {
  it('take null for an argument that may be left out', async () => {
    const { client } = await connected();
    const asked = await client.use('ask_decision', { title: 'Go?', wait: 0, key: null, answer_schema: null });
    expect(asked.value).toMatchObject({ status: 'pending' });
    const { decision_id } = asked.value;
    expect((await client.use('get_decision', { decision_id, wait: null })).value).toMatchObject({
      decision_id,
    });
    expect((await client.use('list_tasks', { limit: null, cursor: null })).value).toMatchObject({
      tasks: [],
    });
  });
});

describe('the tools for messages', () => {
  it('send a message with buttons, and a report card, into a conversation', async () => {
    const { agent, client } = await connected();
    await client.use('send_message', { text: 'One?', quick_replies: [{ text: 'Yes' }] });
    const [conversation_id = ''] = await bench.person.conversationIds(agent.agentId);
    await client.use('send_report', { report_title: 'Week 9', text: '## Sales', conversation_id });
    expect(await bench.person.history(conversation_id)).toMatchObject([
      { text: '## Sales', report_title: 'Week 9' },
      { text: 'One?', quick_replies: [{ text: 'Yes' }] },
    ]);
  });

  it.each([
    [{}, 'text is required'],
    [{ text: 7 }, 'text must be string'],
    [{ text: 'x', colour: 'red' }, 'colour is not known here'],
    [{ text: 'x', type: 'user_message' }, 'type is not known here'],
    [{ text: 'x', conversation_id: 'conv_0' }, 'Not found'],
    [{ text: 'x', quick_replies: [{}] }, 'quick_replies.0.text is required'],
    [{ text: 'x'.repeat(32_769) }, 'text must NOT have more than 32768 characters'],
  ])('refuse %o, and say why', async (given, why) => {
    const { client } = await connected();
    const refused = await client.use('send_message', given);
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain(why);
  });
});

describe('ask_decision', () => {
  it.each(['approved', 'rejected', 'dismissed'] as const)(
    'is answered with what the person says: %s',
    async (status) => {
      const { agent, client } = await connected();
      const asking = client.use('ask_decision', { title: 'Deploy?', action: 'deploy:7' });
      const { decision_id } = await onlyRequest(agent);
      await resolve(bench.person, decision_id, { status, note: 'Because' });
      expect((await asking).value).toMatchObject({ decision_id, status, note: 'Because' });
    },
  );

  it('brings back the form that the person has filled in', async () => {
    const { agent, client } = await connected();
    const answer_schema = {
      type: 'object',
      properties: { amount: { type: 'number' } },
      required: ['amount'],
    };
    const asking = client.use('ask_decision', { title: 'How much?', answer_schema, proposed: { amount: 1 } });
    const { decision_id } = await onlyRequest(agent);
    await resolve(bench.person, decision_id, { status: 'approved', answer: { amount: 12 } });
    expect((await asking).value).toMatchObject({ status: 'approved', answer: { amount: 12 } });
  });

  it('is answered with pending when the wait is over, and get_decision waits on', async () => {
    const { client } = await connected();
    const asked = await client.use('ask_decision', { title: 'Deploy?', wait: 1 });
    expect(asked).toMatchObject({ isError: false, value: { status: 'pending' } });
    const { decision_id } = asked.value as unknown as ShownDecision;
    const waiting = client.use('get_decision', { decision_id, wait: 20 });
    await resolve(bench.person, decision_id);
    expect((await waiting).value).toMatchObject({ decision_id, status: 'approved' });
  });

  it('asks once for a key, however often it is called', async () => {
    const { agent, client } = await connected();
    const ask = () => client.use('ask_decision', { title: 'Deploy?', key: 'deploy-7', wait: 0 });
    const [first, second] = [await ask(), await ask()];
    expect(second.value).toEqual(first.value);
    await resolve(bench.person, (await onlyRequest(agent)).decision_id);
    expect((await ask()).value).toMatchObject({ status: 'approved' });
  });

  it('leaves the request open for a caller who leaves, and who asks again with the key', async () => {
    const { agent, client } = await connected();
    const given = { title: 'Deploy?', key: 'deploy-7' };
    const leaving = new AbortController();
    const left = client.use('ask_decision', given, leaving.signal).catch(() => 'left');
    const { decision_id, status } = await onlyRequest(agent);
    leaving.abort();
    expect([await left, status]).toEqual(['left', 'pending']);
    const again = client.use('ask_decision', given);
    await resolve(bench.person, decision_id);
    expect((await again).value).toMatchObject({ decision_id, status: 'approved' });
  });

  it('is answered when the request is withdrawn', async () => {
    const { agent, client } = await connected();
    const asking = client.use('ask_decision', { title: 'Deploy?' });
    expect((await cancel(agent, (await onlyRequest(agent)).decision_id)).status).toBe(200);
    expect((await asking).value).toMatchObject({ status: 'cancelled' });
  });

  it('says that the request is not there any more when the person removes its conversation', async () => {
    const { agent, client } = await connected();
    const asking = client.use('ask_decision', { title: 'Deploy?' });
    const { conversation_id } = await onlyRequest(agent);
    await bench.person.call(`/conversations/${conversation_id}`, { method: 'DELETE' });
    expect(await asking).toMatchObject({ isError: true, text: 'Not found' });
  });

  it('shows nothing that comes after its secret has ended', async () => {
    const { agent, client } = await connected();
    const asking = client.use('ask_decision', { title: 'Deploy?' }).catch(() => null);
    const { decision_id } = await onlyRequest(agent);
    await bench.person.rotateSecret(agent.agentId, 0);
    await resolve(bench.person, decision_id, { status: 'approved', note: 'Not for old secrets' });
    expect(JSON.stringify(await asking)).not.toContain('Not for old secrets');
  });

  it.each([46, -1, 1.5, '10'])('asks nothing with a wait of %p', async (wait) => {
    const { agent, client } = await connected();
    const refused = await client.use('ask_decision', { title: 'Deploy?', wait });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('wait must be') });
    expect((await agent.call('/api/agent/decisions')).body).toEqual([]);
  });

  it('and get_decision know nothing of the requests of another agent', async () => {
    const { client } = await connected();
    const { decision_id } = await request(await bench.person.createAgent());
    for (const given of [{ decision_id }, { decision_id: 'nonsense' }])
      expect(await client.use('get_decision', given)).toMatchObject({ isError: true, text: 'Not found' });
  });
});

describe('the tools for tasks', () => {
  it('list tasks with open runs, save context and complete a run', async () => {
    const { agent, client } = await connected();
    const task = await agent.tasks.create({ name: 'Mail', prompt: 'Read it.', schedule: '0 9 * * *' });
    const run_id = await agent.tasks.start(task.id);
    expect((await client.use('list_tasks')).value).toMatchObject({
      tasks: [{ id: task.id, prompt: 'Read it.' }],
      open_runs: [{ id: run_id, task_id: task.id }],
    });
    expect((await client.use('save_context', { run_id, text: 'Half' })).value).toMatchObject({
      status: 'ok',
    });
    expect((await agent.call(`/api/agent/tasks/runs/${run_id}/context`)).body).toMatchObject({
      blocks: [{ text: 'Half' }],
    });
    const completed = { run_id, status: 'completed', summary: '**Three** mails' };
    expect((await client.use('complete_run', completed)).value).toEqual({ run_id, status: 'completed' });
    expect((await client.use('list_tasks')).value).toMatchObject({ open_runs: [] });
    expect(await client.use('complete_run', { run_id, status: 'failed' })).toMatchObject({ isError: true });
  });

  it('list as many tasks as a model can read, and those behind them', async () => {
    const { agent, client } = await connected();
    const ids: string[] = [];
    for (let count = 0; count < 21; count += 1)
      ids.push((await agent.tasks.create({ name: 'Mail', prompt: 'Read it.', schedule: '0 9 * * *' })).id);
    const listed = async (given: Record<string, unknown>) => {
      const { tasks } = (await client.use('list_tasks', given)).value as { tasks: { id: string }[] };
      return tasks.map(({ id }) => id);
    };
    const first = await listed({});
    expect(first).toHaveLength(20);
    expect([...first, ...(await listed({ cursor: first.at(-1) }))].sort()).toEqual(ids.sort());
    for (const limit of [0, 51, '5'])
      expect(await client.use('list_tasks', { limit })).toMatchObject({ isError: true });
  });

  it('know nothing of the runs of another agent', async () => {
    const { client } = await connected();
    const other = await bench.person.createAgent();
    const task = await other.tasks.create({ name: 'Mail', prompt: 'Read it.', schedule: '0 9 * * *' });
    const run_id = await other.tasks.start(task.id);
    for (const [name, given] of [
      ['save_context', { run_id, text: 'x' }],
      ['complete_run', { run_id, status: 'completed' }],
      ['complete_run', { run_id: '../x', status: 'completed' }],
    ] as const)
      expect(await client.use(name, given)).toMatchObject({ isError: true, text: 'Not found' });
  });
});
