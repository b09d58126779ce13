import { afterEach, describe, expect, it } from '@jest/globals';
import { endConnections, useGateway } from '../gateway.suite.js';
import type { TestAgent } from '../gateway.suite.js';

const bench = useGateway();
const narrow = useGateway({
  rateLimits: {
    agentPerMinute: 3,
    userPerMinute: 100_000,
    agentBytesPerMinute: 500,
    userBytesPerMinute: 1e12,
    authPerMinute: 100_000,
    failedCredentialsPerMinute: 100_000,
  },
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

function use(name: string, given: object) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
}

function post({ auth }: TestAgent, body: object, at = bench) {
  return at.call('POST', '/mcp', { headers: auth, body });
}

/** As after a failover; what is open stays as it was. */
async function databaseTakesWrites(takesWrites: boolean): Promise<void> {
  const [row] = await bench.store.prisma.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`;
  await bench.store.prisma.$transaction([
    bench.store.prisma.$executeRaw`SET TRANSACTION READ WRITE`,
    bench.store.prisma.$executeRawUnsafe(
      `ALTER DATABASE ${row?.name} SET default_transaction_read_only = ${takesWrites ? 'off' : 'on'}`,
    ),
  ]);
  await endConnections(bench);
}

describe('POST /mcp', () => {
  it('counts a call before its message is read', async () => {
    const agent = await narrow.addAgent();
    const statuses: number[] = [];
    for (const raw of ['{', '{', '{', '{'])
      statuses.push((await narrow.call('POST', '/mcp', { headers: agent.auth, raw })).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    const refused = await post(agent, LIST, narrow);
    expect(refused).toMatchObject({ status: 429, body: { detail: 'Too many requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post(await narrow.addAgent(), LIST, narrow)).status).toBe(200);
  });

  it('counts the bytes of messages', async () => {
    const agent = await narrow.addAgent();
    const long = { ...LIST, params: { x: 'x'.repeat(300) } };
    expect((await post(agent, long, narrow)).status).toBe(200);
    expect((await post(agent, long, narrow)).status).toBe(429);
  });

  describe('while the database takes no writes', () => {
    afterEach(() => databaseTakesWrites(true));

    it('says so as the result of a tool, and goes on where nothing is written', async () => {
      const agent = await bench.addAgent();
      await databaseTakesWrites(false);
      const sent = await post(agent, use('send_message', { text: 'hi' }));
      expect(sent).toMatchObject({
        status: 200,
        body: {
          result: { isError: true, content: [{ text: 'Temporarily unavailable. Try again in 1 s.' }] },
        },
      });
      expect((await post(agent, use('list_tasks', {}))).body).toMatchObject({
        result: { structuredContent: { tasks: [], open_runs: [] } },
      });
    });
  });

  it('names a request whose wait was ended, since the service stops', async () => {
    const agent = await bench.addAgent();
    await bench.drain();
    const asked = await post(agent, use('ask_decision', { title: 'Deploy?' }));
    expect(asked.body).toMatchObject({
      result: { structuredContent: { status: 'pending', decision_id: expect.stringMatching(/^dec_/) } },
    });
  });
});
