/** @only-in-all Of the command line, program by program. */
/** @any-shape A client like any other, which sees one door. */
import { expect, it } from '@jest/globals';
import { McpClient } from './mcp-client.js';
import { baseUrl, useProduct } from './product-under-test.js';
import { SVC_PROGRAM } from './svc-program.js';

const bench = useProduct();
const WRONG_SECRET = `svc_${'0'.repeat(40)}`;

it.each([
  ['the agent', baseUrl, WRONG_SECRET, 'AGENT_SECRET'],
  ['the service', 'http://127.0.0.1:9', undefined, 'cannot be reached'],
])('svc mcp tells the model what is wrong with %s', async (_, url, secret, said) => {
  const agent = await bench.person.createAgent();
  const own = { AGENT_ID: agent.agentId, AGENT_SECRET: secret ?? agent.secret };
  const env = { PATH: process.env['PATH'] ?? '', ...own };
  const client = await McpClient.start([SVC_PROGRAM, 'mcp', '--url', url], env);
  try {
    const answer = await client.use('list_tasks');
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(said) });
  } finally {
    await client.close();
  }
});
