/** @only-in-all Runs the commands and programs of pages. */
import { httpCall } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { codeBlocks } from '../documents/code-blocks.js';
import { environmentOf } from './example-programs.js';
import { McpClient, REVISIONS } from './mcp-client.js';
import { baseUrl, useProduct } from './product-under-test.js';
import { SVC_PROGRAM, useSvc } from './svc-program.js';

const BLOCKS = codeBlocks('docs/coding-agents.md');
const bench = useProduct();
const svc = useSvc();
const WRONG_SECRET = `svc_${'0'.repeat(40)}`;

/** The settings of one server in a client's own words. */
type ServerSettings = { svc: { url?: string; httpUrl?: string; headers?: Record<string, string> } };
type ClientSettings = { mcpServers?: ServerSettings; servers?: ServerSettings };
type HookSettings = { hooks: { PreToolUse: { matcher: string; hooks: { command: string }[] }[] } };

/** Each client fills in variables in its own way. */
function filledIn(text: string, agent: AgentClient): string {
  const token = `${agent.agentId}:${agent.secret}`;
  const values: Record<string, string> = { ...environmentOf(agent), 'input:svc': token };
  return text
    .replaceAll('https://agents.example.org', baseUrl)
    .replaceAll(/\$\{(?:env:)?([\w:]+)\}|\$([A-Z_]+)/g, (_, braced?: string, bare?: string) => {
      const value = values[braced ?? bare ?? ''];
      if (value === undefined) throw new Error(`Nothing fills in ${braced ?? bare}.`);
      return value;
    });
}

const json = BLOCKS.filter(({ language }) => language === 'json');
const servers = json.filter(({ text }) => !text.includes('"hooks"'));

describe('docs/coding-agents.md', () => {
  it('names the variables that svc reads', async () => {
    const [{ text = '' } = {}] = BLOCKS;
    const names = [...text.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name);
    expect(names).toEqual(['AGENT_SERVICE_URL', 'AGENT_ID', 'AGENT_SECRET']);
    const env = { ...environmentOf(await bench.person.createAgent()), SVC_URL: '' };
    expect(await svc.run(['mcp'], { env, input: '' })).toMatchObject({ code: 0 });
  });

  it.each(servers)('has settings in line $line that open the tools', async ({ text }) => {
    expect(servers).toHaveLength(4);
    const agent = await bench.person.createAgent();
    const { mcpServers, servers: named } = JSON.parse(filledIn(text, agent)) as ClientSettings;
    const { url, httpUrl, headers } = (mcpServers ?? named)?.svc ?? {};
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    const answer = await httpCall(url ?? httpUrl ?? '', { headers: { ...headers, accept }, body });
    const tools = expect.arrayContaining([expect.objectContaining({ name: 'ask_decision' })]);
    expect(answer.body).toMatchObject({ result: { tools } });
  });

  it('has settings that start the tools as a program', async () => {
    const [{ text = '' } = {}] = BLOCKS.filter(({ language }) => language === 'toml');
    // Texts and lists of TOML are written as in JSON.
    const lines = [...text.matchAll(/^(\w+) = (.+)$/gm)];
    const settings = lines.map(([, name, value = '']) => [name, JSON.parse(value) as unknown]);
    const env_vars = ['AGENT_SERVICE_URL', 'AGENT_ID', 'AGENT_SECRET'];
    expect(Object.fromEntries(settings)).toEqual({ command: 'svc', args: ['mcp'], env_vars });
    const own = environmentOf(await bench.person.createAgent());
    const env = { PATH: process.env['PATH'] ?? '', ...own };
    const client = await McpClient.start([SVC_PROGRAM, 'mcp'], env, REVISIONS[0]);
    try {
      expect(await client.toolNames()).toContain('ask_decision');
    } finally {
      await client.close();
    }
  });

  it('has a hook that asks', async () => {
    const [{ text = '' } = {}] = json.filter((block) => !servers.includes(block));
    const [use] = (JSON.parse(text) as HookSettings).hooks.PreToolUse;
    const [program, ...args] = use?.hooks[0]?.command.split(' ') ?? [];
    expect(program).toBe('svc');
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const [tool] = use?.matcher.split('|') ?? [];
    const input = JSON.stringify({
      ...{ hook_event_name: 'PreToolUse', tool_use_id: 'toolu_1', tool_name: tool },
      ...{ tool_input: { command: 'git push' }, cwd: '/src' },
    });
    const env = environmentOf(agent);
    const running = svc.run(args, { input, env });
    await bench.person.resolve((await agent.newestDecision()).decision_id);
    expect((await running).stdout).toContain('"allow"');
  });
});

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
