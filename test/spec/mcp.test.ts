import { httpCall } from '@svc/testkit';
import type { AgentClient, HttpCall, ShownDecision } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { byToken, McpClient, REVISIONS } from './mcp-client.js';
import { baseUrl, useProduct } from './product-under-test.js';

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
  return { agent, client: await connect(agent.credentials) };
}

describe('POST /mcp', () => {
  it.each(REVISIONS)('serves a client of revision %s', async (revision) => {
    const agent = await bench.person.createAgent();
    const client = await connect(agent.credentials, revision);
    expect(client.revision).toBe(revision);
    expect(await client.toolNames()).toEqual([...CHAT, ...DECIDE, ...WORK].sort());
    const sent = await client.use('send_message', { text: 'Good morning' });
    expect(sent).toMatchObject({ isError: false, value: { status: 'ok' } });
    expect(await client.use('nonsense').catch((error: Error) => error.message)).toMatch('Unknown tool');
  });

  it('knows the agent by one token too, and by a key, with the tools that its scopes open', async () => {
    const agent = await bench.person.createAgent();
    expect(await (await connect(byToken(agent))).toolNames()).toHaveLength(7);
    const { secret } = await bench.person.createKey(agent.agentId, { scopes: ['decisions'] });
    const client = await connect(byToken(agent.withSecret(secret)));
    expect(await client.toolNames()).toEqual(DECIDE);
    const refused = { isError: true, text: 'The key does not have the scope for this' };
    expect(await client.use('send_message', { text: 'hi' })).toMatchObject(refused);
  });

  it('offers an approval-only agent decisions alone, and refuses it the other tools', async () => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const client = await connect(agent.credentials);
    expect(await client.toolNames()).toEqual(DECIDE);
    const refused = { isError: true, text: 'Approval-only agents cannot do this' };
    expect(await client.use('send_message', { text: 'hi' })).toMatchObject(refused);
    const { value } = await client.use('ask_decision', { title: 'Go?', wait: 0 });
    expect(value).toMatchObject({ status: 'pending' });
  });

  it('describes the arguments of each tool without a reference to anything', async () => {
    const { client } = await connected();
    for (const { name, inputSchema } of await client.tools()) {
      expect([name, inputSchema]).toMatchObject([name, { type: 'object', additionalProperties: false }]);
      expect(JSON.stringify(inputSchema)).not.toMatch(/"\$ref"|"x-/);
    }
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
    [{ text: 'x', colour: 'red' }, 'colour is not known here'],
    [{ text: 'x', conversation_id: 'conv_0' }, 'Not found'],
    [{ text: 'x', quick_replies: [{}] }, 'quick_replies.0.text is required'],
  ])('refuse %o, and say why', async (given, why) => {
    const { client } = await connected();
    const refused = await client.use('send_message', given);
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain(why);
  });
});

describe('ask_decision', () => {
  it('is answered with what the person says, and with the form that the person has filled in', async () => {
    const { agent, client } = await connected();
    const properties = { amount: { type: 'number' } };
    const answer_schema = { type: 'object', properties, required: ['amount'] };
    const given = { title: 'How much?', answer_schema, proposed: { amount: 1 }, action: null };
    const asking = client.use('ask_decision', given);
    const { decision_id } = await agent.newestDecision();
    const answer = { status: 'approved', note: 'Because', answer: { amount: 12 } };
    await bench.person.resolve(decision_id, answer);
    expect((await asking).value).toMatchObject({ decision_id, ...answer });
  });

  it('is pending when the wait is over; get_decision waits on, as asking by the key does', async () => {
    const { client } = await connected();
    const given = { title: 'Deploy?', key: 'deploy-7' };
    const asked = await client.use('ask_decision', { ...given, wait: 1 });
    expect(asked).toMatchObject({ isError: false, value: { status: 'pending' } });
    const { decision_id } = asked.value as unknown as ShownDecision;
    const waiting = client.use('get_decision', { decision_id, wait: 20 });
    const asking = client.use('ask_decision', given);
    await bench.person.resolve(decision_id);
    for (const { value } of await Promise.all([waiting, asking]))
      expect(value).toMatchObject({ decision_id, status: 'approved' });
  });
});

describe('the tools for tasks', () => {
  it('list tasks with open runs, save context and complete a run', async () => {
    const { agent, client } = await connected();
    const { taskId, runId: run_id } = await agent.tasks.startNew({ name: 'Mail', prompt: 'Read it.' });
    expect((await client.use('list_tasks')).value).toMatchObject({
      tasks: [{ id: taskId, prompt: 'Read it.' }],
      open_runs: [{ id: run_id, task_id: taskId }],
    });
    const saved = await client.use('save_context', { run_id, text: 'Half' });
    expect(saved.value).toMatchObject({ status: 'ok' });
    expect(await agent.tasks.blocks(run_id)).toMatchObject([{ text: 'Half' }]);
    const completed = { run_id, status: 'completed', summary: '**Three** mails' };
    expect((await client.use('complete_run', completed)).value).toEqual({ run_id, status: 'completed' });
    expect((await client.use('list_tasks')).value).toMatchObject({ open_runs: [] });
    expect(await client.use('complete_run', { run_id, status: 'failed' })).toMatchObject({ isError: true });
  });

  it('know nothing of the runs of another agent, nor get_decision of its requests', async () => {
    const { client } = await connected();
    const other = await bench.person.createAgent();
    const { runId: run_id } = await other.tasks.startNew();
    const { decision_id } = await other.ask();
    for (const [name, given] of [
      ['complete_run', { run_id, status: 'completed' }],
      ['get_decision', { decision_id }],
    ] as const)
      expect(await client.use(name, given)).toMatchObject({ isError: true, text: 'Not found' });
  });
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const call = (given: HttpCall) => httpCall(`${baseUrl}/mcp`, { method: 'POST', body: LIST, ...given });

function callOf(agent: AgentClient, given: HttpCall = {}) {
  return call({ ...given, headers: { ...agent.credentials, ...given.headers } });
}

describe('POST /mcp, whatever it is sent,', () => {
  it('refuses a wrong token and a wrong secret, before the message is read', async () => {
    const agent = await bench.person.createAgent();
    const { secret } = await bench.person.createAgent();
    // The two headers go before the token.
    for (const headers of [byToken(agent.withSecret(secret)), { ...byToken(agent), 'x-svc-secret': secret }])
      expectRefusal(await call({ headers, body: '{' }), 401, 'Missing or invalid credentials');
  });

  it('refuses the page of another site, and takes one of its own', async () => {
    const agent = await bench.person.createAgent();
    const fromPage = (origin: string) => callOf(agent, { headers: { origin } });
    expectRefusal(await fromPage('https://example.org'), 403, 'Cross-site request refused');
    expect((await fromPage(new URL(baseUrl).origin)).status).toBe(200);
  });

  it.each([
    ['{', 400],
    [[LIST, LIST], 422],
    [{ ...LIST, id: { a: 1 } }, 422],
  ])('refuses %j, which is no message', async (body, status) => {
    expectRefusal(await callOf(await bench.person.createAgent(), { body }), status);
  });

  it.each([
    [{ ...LIST, method: 'nonsense' }, -32_601],
    [{ ...LIST, method: 'tools/call', params: { name: 'list_tasks', arguments: [] } }, -32_602],
  ])('says by JSON-RPC what is wrong with %j', async (body, code) => {
    const { status, body: answer } = await callOf(await bench.person.createAgent(), { body });
    expect([status, answer]).toMatchObject([200, { jsonrpc: '2.0', id: 1, error: { code } }]);
  });

  it('refuses a subscription, which would hold its connection', async () => {
    const agent = await bench.person.createAgent();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    };
    const method = 'subscriptions/listen';
    const params = { _meta, notifications: { toolsListChanged: true } };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
    const answer = await callOf(agent, { headers, body: { jsonrpc: '2.0', id: 1, method, params } });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.body).toMatchObject({ error: { message: 'Subscription limit reached' } });
  });

  it('has bounds for its body', async () => {
    const agent = await bench.person.createAgent();
    const tooLong = JSON.stringify({ ...LIST, params: { x: 'x'.repeat(1024 * 1024) } });
    expectRefusal(await callOf(agent, { body: tooLong }), 413, 'Request is too large');
    const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
    expectRefusal(await callOf(agent, { body: deep }), 422);
  });
});
