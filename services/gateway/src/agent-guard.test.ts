import { newAgentKey } from '@svc/domain';
import { DEFAULT_CONFIG, useGateway } from './gateway.suite.js';
import type { TestAgent } from './gateway.suite.js';

const FAILURES_MAX = 3;
const bench = useGateway({
  rateLimits: { ...DEFAULT_CONFIG.rateLimits, failedCredentialsPerMinute: FAILURES_MAX },
});

async function addKey(agent: TestAgent): Promise<{ keyId: string; auth: Record<string, string> }> {
  const path = `/api/client/agents/${agent.agentId}/keys`;
  const { body } = await agent.owner.call('POST', path, { name: 'Key', scopes: ['read'] });
  return { keyId: body.key_id, auth: withText(agent, body.secret) };
}

const withText = (agent: TestAgent, text: string) => ({ ...agent.auth, 'x-svc-secret': text });

const statusOf = async (headers: Record<string, string>) =>
  (await bench.call('GET', '/api/agent/me', { headers })).status;

describe('the guard of agents’ calls', () => {
  it('stops a key that has ended, and no other credential of its agent behind that address', async () => {
    const agent = await bench.addAgent();
    const [ended, other] = [await addKey(agent), await addKey(agent)];
    const path = `/api/client/agents/${agent.agentId}/keys/${ended.keyId}`;
    expect((await agent.owner.call('DELETE', path)).status).toBe(204);
    for (let count = 0; count < FAILURES_MAX; count += 1) expect(await statusOf(ended.auth)).toBe(401);
    expect(await statusOf(ended.auth)).toBe(429);
    expect(await statusOf(agent.auth)).toBe(200);
    expect(await statusOf(other.auth)).toBe(200);
  });

  it('stops an address that tries made-up keys for an agent, whichever they are', async () => {
    const agent = await bench.addAgent();
    const guess = () => statusOf(withText(agent, newAgentKey().text));
    for (const status of [...Array<number>(FAILURES_MAX).fill(401), 429]) expect(await guess()).toBe(status);
  });
});
