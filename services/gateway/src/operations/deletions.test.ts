import { createHash } from 'node:crypto';
import { DEFAULT_CONFIG, PASSWORD, PNG, useGateway } from '../gateway.suite.js';
import type { TestAgent, TestUser } from '../gateway.suite.js';

const FREE_TRIES = 3;
const passwords = { freeMax: FREE_TRIES, waitSecondsMin: 120, waitSecondsMax: 300 };
const bench = useGateway({ rateLimits: { ...DEFAULT_CONFIG.rateLimits, passwords } });

/** Which tables hold one of these texts anywhere in a row. */
async function tablesWith(texts: string[]): Promise<string[]> {
  const { prisma } = bench.store;
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT c.oid::regclass::text AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`;
  expect(tables.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await prisma.$queryRawUnsafe<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM ${name} x WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) t WHERE strpos(x::text, t) > 0)`,
      texts,
    );
    if ((row?.count ?? 0) > 0) found.push(name);
  }
  return found.sort();
}

/** Something of everything that a person may have. */
async function fill(user: TestUser): Promise<TestAgent> {
  const agent = await bench.addAgent({ owner: user });
  const path = `/api/client/agents/${agent.agentId}`;
  const message = { text: 'My dear diary', images: [PNG] };
  expect((await user.call('POST', `${path}/messages`, message)).status).toBe(201);
  const task = { name: 'Diary', prompt: 'My dear diary', schedule: 'event' };
  const made = await user.call('POST', `${path}/tasks`, task);
  await user.call('POST', `/api/client/tasks/${made.body.id}/run`);
  const asked = { title: 'My dear diary', action: 'a.b:c' };
  const { decision_id } = (await agent.call('POST', '/api/agent/decisions', asked)).body;
  const answer = { status: 'approved', always_allow: true };
  expect((await user.call('POST', `/api/client/decisions/${decision_id}/resolve`, answer)).status).toBe(200);
  await bench.call('POST', '/api/auth/sign-in/email', { body: { email: user.email, password: 'wrong one' } });
  const change = { currentPassword: 'wrong one', newPassword: 'battery horse' };
  await user.call('POST', '/api/auth/change-password', change);
  return agent;
}

describe('the erasure of an account', () => {
  it('leaves nothing of the person in any table, nor on the disk', async () => {
    const user = await bench.signUp('Zenobia');
    const agent = await fill(user);
    const texts = [
      ...[user.userId, user.email, agent.agentId, 'Zenobia', 'My dear diary'],
      createHash('sha256').update(user.email).digest('hex'),
    ];
    expect(await tablesWith(texts)).toEqual(
      expect.arrayContaining(['agent', 'audit_entry', 'event', 'message', 'rate_count', 'session', 'task']),
    );
    expect(await bench.mediaFiles()).not.toEqual([]);

    const asked = await user.call('POST', '/api/client/account/erasure', { password: PASSWORD });
    expect(asked.status).toBe(202);
    const { deletions } = bench.store;
    while ((await deletions.step({ kind: 'agent' })) || (await deletions.step({ kind: 'user' })));
    expect(await tablesWith(texts)).toEqual([]);
    expect(await bench.mediaFiles()).toEqual([]);
    const progress = await bench.call('GET', `/api/client/erasures/${asked.body.erasure_id}`);
    expect(progress.body).toMatchObject({ status: 'finished', remaining: { agents: 0, files: 0 } });
  });

  it('goes on where it was interrupted, one portion of the audit log after another', async () => {
    const user = await bench.signUp();
    const { audit, deletions, erasures } = bench.store;
    await bench.store.prisma.$executeRaw`
      INSERT INTO audit_entry (id, user_id, actor, area, action)
      SELECT 'aud_' || ${user.userId} || n, ${user.userId}, 'user', 'session', 'session.signed_in' FROM generate_series(1, 700) n`;
    await deletions.eraseUser({ userId: user.userId, erasureId: 'ers_1' });
    expect(await deletions.step({ kind: 'user', id: user.userId })).toBe(true);
    expect(await erasures.find('ers_1')).toMatchObject({ finishedAt: null });
    expect((await audit.listOf({ userId: user.userId, limit: 1000 })).length).toBe(201);
    expect(await deletions.step({ kind: 'user', id: user.userId })).toBe(true);
    expect(await deletions.step({ kind: 'user', id: user.userId })).toBe(false);
    expect(await erasures.find('ers_1')).toMatchObject({ finishedAt: expect.any(Date) });
  });
});
