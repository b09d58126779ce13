import { DEFAULT_CONFIG, statusesOf, useGateway } from '../gateway.suite.js';
import type { TestAgent } from '../gateway.suite.js';

const bench = useGateway({
  rateLimits: { ...DEFAULT_CONFIG.rateLimits, agentPerMinute: 3, agentBytesPerMinute: 500 },
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const post = ({ call }: TestAgent, body: object) => call('POST', '/mcp', body);

describe('POST /mcp', () => {
  it('counts a call before its message is read', async () => {
    const agent = await bench.addAgent();
    const call = () => bench.call('POST', '/mcp', { headers: agent.auth, body: '{' });
    expect(await statusesOf(4, call)).toEqual([400, 400, 400, 429]);
    const refused = await post(agent, LIST);
    expect(refused).toMatchObject({ status: 429, body: { detail: 'Too many requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await post(await bench.addAgent(), LIST)).status).toBe(200);
  });

  it('counts the bytes of messages', async () => {
    const agent = await bench.addAgent();
    const long = { ...LIST, params: { x: 'x'.repeat(300) } };
    expect((await post(agent, long)).status).toBe(200);
    expect((await post(agent, long)).status).toBe(429);
  });

  it('takes null for what a tool may leave out, however deep', async () => {
    const properties = { a: { type: 'string', description: null } };
    const answer_schema = { type: 'object', title: null, properties };
    const params = { name: 'ask_decision', arguments: { title: 'Send?', wait: 0, answer_schema } };
    const asked = await post(await bench.addAgent(), { ...LIST, method: 'tools/call', params });
    expect(asked.body.result).toMatchObject({ structuredContent: { status: 'pending' } });
  });
});
