import { jest } from '@jest/globals';
import { newId } from '@svc/domain';
import { endConnections, PASSWORD, PNG, useGateway } from './gateway.suite.js';
import type { TestAgent } from './gateway.suite.js';

const bench = useGateway();
const LOGIN = { password: PASSWORD };
const KEY = { name: 'Key', scopes: ['read'] };

/** What is open stays as it was, what is opened from now on is as told: as after a failover. */
async function databaseTakesWrites(takesWrites: boolean): Promise<void> {
  const { prisma } = bench.store;
  const name = new URL(bench.databaseUrl).pathname.slice(1);
  const sql = `ALTER DATABASE ${name} SET default_transaction_read_only = ${takesWrites ? 'off' : 'on'}`;
  await prisma.$transaction([prisma.$executeRaw`SET TRANSACTION READ WRITE`, prisma.$executeRawUnsafe(sql)]);
}

// better-auth tells of every failure there.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(async () => {
  jest.restoreAllMocks();
  await databaseTakesWrites(true);
});

/** @param sent a message of the agent's user. */
const writes = (
  { agentId, auth, owner }: TestAgent,
  sent: { message_id: string; conversation_id: string },
): [string, string, object | undefined, Record<string, string>][] => [
  ['POST', '/api/auth/sign-up/email', { ...LOGIN, name: 'A', email: `${newId('rule')}@example.org` }, {}],
  ['POST', '/api/auth/sign-in/email', { ...LOGIN, email: owner.email }, {}],
  ['POST', '/api/client/agents', { agent_name: 'Ada', kind: 'interactive' }, owner.auth],
  ['PATCH', `/api/client/agents/${agentId}`, { agent_name: 'Bea' }, owner.auth],
  ['POST', '/api/agent/events', { type: 'message', text: 'hi' }, auth],
  ['POST', '/api/agent/tasks', { name: 'Mail', prompt: 'Read', schedule: '0 9 * * *' }, auth],
  ['POST', `/api/client/agents/${agentId}/secret/rotate`, {}, owner.auth],
  ['POST', `/api/client/agents/${agentId}/keys`, KEY, owner.auth],
  ['POST', `/api/client/agents/${agentId}/signing-secret/rotate`, {}, owner.auth],
  ['DELETE', `/api/client/messages/${sent.message_id}`, undefined, owner.auth],
  ['DELETE', `/api/client/conversations/${sent.conversation_id}`, undefined, owner.auth],
];

it('a write meets 503 with Retry-After while the database takes none, and succeeds after the failover', async () => {
  const agent = await bench.addAgent();
  const messages = `/api/client/agents/${agent.agentId}/messages`;
  const { body: sent } = await agent.owner.call('POST', messages, { text: 'hello', images: [PNG] });
  const stored = await bench.stored();
  const files = await bench.mediaFiles();
  await databaseTakesWrites(false);
  await endConnections(bench);
  for (const [method, path, body, headers] of writes(agent, sent)) {
    const answer = await bench.call(method, path, { body, headers });
    expect([path, answer.status, answer.headers['retry-after']]).toEqual([path, 503, '1']);
  }
  // Nothing is half done.
  expect(await bench.stored()).toEqual(stored);
  expect(await bench.mediaFiles()).toEqual(files);
  await databaseTakesWrites(true);
  for (const [method, path, body, headers] of writes(agent, sent)) {
    // The first may be the one that finds out that its connection is of the time before.
    const first = await bench.call(method, path, { body, headers });
    const { status } = first.status === 503 ? await bench.call(method, path, { body, headers }) : first;
    expect([path, Math.floor(status / 100)]).toEqual([path, 2]);
  }
});

it('a key that only reads is let in while the database takes no writes, though its use cannot be recorded', async () => {
  const agent = await bench.addAgent();
  const path = `/api/client/agents/${agent.agentId}/keys`;
  const { secret } = (await agent.owner.call('POST', path, KEY)).body;
  await databaseTakesWrites(false);
  await endConnections(bench);
  const headers = { ...agent.auth, 'x-svc-secret': secret };
  for (let count = 0; count < 3; count += 1)
    expect((await bench.call('GET', '/api/agent/tasks', { headers })).status).toBe(200);
});
