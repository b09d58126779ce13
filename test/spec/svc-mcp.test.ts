/** @only-in-all Of the command line, program by program. */
/** @any-shape A client like any other, which sees one door. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { McpClient, REVISIONS } from './mcp-client.js';
import type { Revision } from './mcp-client.js';
import { baseUrl, useProduct } from './product-under-test.js';
import { resolve } from './decision-calls.js';
import { SVC_PROGRAM, useSvc } from './svc-program.js';

const bench = useProduct();
const svc = useSvc();
const opened: McpClient[] = [];

afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});

async function start(
  agent: AgentClient,
  { url = baseUrl, revision = REVISIONS[0] }: { url?: string; revision?: Revision } = {},
) {
  const env = { PATH: process.env['PATH'] ?? '', AGENT_ID: agent.agentId, AGENT_SECRET: agent.secret };
  const client = await McpClient.start([SVC_PROGRAM, 'mcp', '--url', url], env, revision);
  opened.push(client);
  return client;
}

describe('svc mcp', () => {
  it.each(REVISIONS)('serves the tools of the service to a client of revision %s', async (revision) => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const client = await start(agent, { revision });
    expect(client.revision).toBe(revision);
    expect(await client.toolNames()).toEqual(['ask_decision', 'get_decision']);
    const asked = await client.use('ask_decision', { title: 'Deploy?', wait: 0 });
    expect(asked.value).toMatchObject({ status: 'pending' });
    const decision_id = String(asked.value['decision_id']);
    const waiting = client.use('get_decision', { decision_id, wait: 20 });
    await resolve(bench.person, decision_id);
    expect((await waiting).value).toMatchObject({ decision_id, status: 'approved' });
    expect(await client.use('send_message', { text: 'hi' })).toMatchObject({
      ...{ isError: true, text: 'Approval-only agents cannot do this' },
    });
    expect(await client.use('nonsense').catch((error: Error) => error.message)).toMatch('Unknown tool');
  });

  it('tells the model what is wrong with the agent or the service', async () => {
    const agent = await bench.person.createAgent();
    const stranger = await start(agent.withSecret(`svc_${'0'.repeat(40)}`));
    expect(await stranger.use('list_tasks')).toMatchObject({
      ...{ isError: true, text: expect.stringContaining('AGENT_SECRET') },
    });
    const lost = await start(agent, { url: 'http://127.0.0.1:9' });
    expect(await lost.use('list_tasks')).toMatchObject({
      ...{ isError: true, text: expect.stringContaining('cannot be reached') },
    });
  });

  it('does not start without an agent, and ends with its input', async () => {
    expect(await svc.run(['mcp'])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('AGENT_ID'),
    });
    const { agentId, secret } = await bench.person.createAgent();
    const env = { AGENT_ID: agentId, AGENT_SECRET: secret };
    expect(await svc.run(['mcp'], { env, input: '' })).toMatchObject({ code: 0, stdout: '' });
  });
});
