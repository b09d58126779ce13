/** @only-in-all Of the command line, program by program. */
/** @any-shape A client like any other, which sees one door. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { McpClient } from './mcp-client.js';
import { baseUrl, useProduct } from './product-under-test.js';
import { resolve } from './decision-calls.js';
import { SVC_PROGRAM } from './svc-program.js';

const bench = useProduct();
const opened: McpClient[] = [];

afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});

async function start(agent: AgentClient, url = baseUrl) {
  const env = { PATH: process.env['PATH'] ?? '', AGENT_ID: agent.agentId, AGENT_SECRET: agent.secret };
  const client = await McpClient.start([SVC_PROGRAM, 'mcp', '--url', url], env);
  opened.push(client);
  return client;
}

describe('svc mcp', () => {
  it('tells the model what is wrong with the agent or the service', async () => {
    const agent = await bench.person.createAgent();
    const stranger = await start(agent.withSecret(`svc_${'0'.repeat(40)}`));
    expect(await stranger.use('list_tasks')).toMatchObject({
      ...{ isError: true, text: expect.stringContaining('AGENT_SECRET') },
    });
    const lost = await start(agent, 'http://127.0.0.1:9');
    expect(await lost.use('list_tasks')).toMatchObject({
      ...{ isError: true, text: expect.stringContaining('cannot be reached') },
    });
  });
});
