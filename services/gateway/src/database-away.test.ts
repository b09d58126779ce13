import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { newId } from '@svc/domain';
import { endConnections, PASSWORD, PNG, useGateway } from './gateway.suite.js';
import type { TestAgent } from './gateway.suite.js';

const bench = useGateway();

/** What is open stays as it was, what is opened from now on is as told: as after a failover. */
async function databaseTakesWrites(takesWrites: boolean): Promise<void> {
  const [row] = await bench.store.prisma.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`;
  await bench.store.prisma.$transaction([
    bench.store.prisma.$executeRaw`SET TRANSACTION READ WRITE`,
    bench.store.prisma.$executeRawUnsafe(
      `ALTER DATABASE ${row?.name} SET default_transaction_read_only = ${takesWrites ? 'off' : 'on'}`,
    ),
  ]);
}

// better-auth tells of every failure there.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(async () => {
  jest.restoreAllMocks();
  await databaseTakesWrites(true);
});

/** A message of the agent's user. */
interface Sent {
  message_id: string;
  conversation_id: string;
}

const writes = (
  agent: TestAgent,
  sent: Sent,
): [string, string, object | undefined, Record<string, string>][] => [
  [
    'POST',
    '/api/auth/sign-up/email',
    { name: 'A', email: `${newId('rule')}@example.org`, password: PASSWORD },
    {},
  ],
  ['POST', '/api/auth/sign-in/email', { email: agent.owner.email, password: PASSWORD }, {}],
  ['POST', '/api/client/agents', { agent_name: 'Ada', kind: 'interactive' }, agent.owner.auth],
  ['PATCH', `/api/client/agents/${agent.agentId}`, { agent_name: 'Bea' }, agent.owner.auth],
  ['POST', '/api/agent/events', { type: 'message', text: 'hi' }, agent.auth],
  ['POST', '/api/agent/tasks', { name: 'Mail', prompt: 'Read', schedule: '0 9 * * *' }, agent.auth],
  ['POST', `/api/client/agents/${agent.agentId}/secret/rotate`, {}, agent.owner.auth],
  ['POST', `/api/client/agents/${agent.agentId}/keys`, { name: 'Key', scopes: ['read'] }, agent.owner.auth],
  ['POST', `/api/client/agents/${agent.agentId}/signing-secret/rotate`, {}, agent.owner.auth],
  ['DELETE', `/api/client/messages/${sent.message_id}`, undefined, agent.owner.auth],
  ['DELETE', `/api/client/conversations/${sent.conversation_id}`, undefined, agent.owner.auth],
];

it('a write meets 503 with Retry-After while the database takes none, and succeeds after the failover', async () => {
  const agent = await bench.addAgent();
  const { body: sent } = await bench.call('POST', `/api/client/agents/${agent.agentId}/messages`, {
    ...{ headers: agent.owner.auth, body: { text: 'hello', images: [PNG] } },
  });
  const stored = await bench.stored();
  const files = await bench.mediaFiles();
  await databaseTakesWrites(false);
  await endConnections(bench);
  for (const [method, path, body, headers] of writes(agent, sent)) {
    const answer = await bench.call(method, path, { body, headers });
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '1']);
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
  const body = { name: 'Key', scopes: ['read'] };
  const { secret } = (await bench.call('POST', path, { headers: agent.owner.auth, body })).body;
  await databaseTakesWrites(false);
  await endConnections(bench);
  const headers = { 'x-svc-agent-id': agent.agentId, 'x-svc-secret': secret as string };
  for (let count = 0; count < 3; count += 1)
    expect((await bench.call('GET', '/api/agent/tasks', { headers })).status).toBe(200);
});
