import * as sql from '../database/statements/generated/index.js';
import { newAgentSecret, newSigningSecret, SecretBox, sealingKeyId } from '@svc/domain';
import { mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';
import { sealingQueries } from './sealing.js';
import type { SealedWith } from './sealing.js';

const bench = useStore();
const { addTask, holding } = bench;

/** The key of the bench's own store. */
const OLD_KEY = Buffer.alloc(32, 7);
const NEW_KEY = Buffer.alloc(32, 8);
const OLDEST_KEY = Buffer.alloc(32, 6);
const [OLD, NEW, OLDEST] = [OLD_KEY, NEW_KEY, OLDEST_KEY].map(sealingKeyId) as [string, string, string];
const AGENTS = 'agent.secret_sealed';

/** Sealing as a process with these keys does it, on connections of its own. */
const withKeys = (...keys: [Buffer, ...Buffer[]]) =>
  sealingQueries(bench.openPool({ max: 2 }), new SecretBox(...keys));

/** Every pass that is needed to seal all of a column anew. */
async function sealAll(sealing: ReturnType<typeof withKeys>, column: SealedWith['column'], keyId: string) {
  let resealed = 0;
  for (let after: string | null = ''; after !== null;) {
    const step = await sealing.step({ column, keyId, after });
    resealed += step.resealed;
    after = step.next;
  }
  return resealed;
}

async function secretOf(agent: TestAgent, keys: [Buffer, ...Buffer[]]) {
  const store = bench.open({ box: new SecretBox(...keys), connectionsMax: 1 });
  return (await store.agents.webhookOf(agent.agentId, agent.ownerId))?.secret;
}

const sealedOf = async (agentId: string) =>
  (await bench.valueOf`SELECT secret_sealed FROM agent WHERE id = ${agentId}`) as Buffer;

function sealedWith(key: Buffer, secret: string, agentId: string): Buffer {
  return new SecretBox(key).seal(secret, { column: 'agent.secret_sealed', rowId: agentId });
}

async function seal(agentId: string, sealed: Buffer): Promise<void> {
  await bench.sql`UPDATE agent SET secret_sealed = ${sealed} WHERE id = ${agentId}`;
}

beforeEach(async () => {
  await bench.sql('DELETE FROM agent');
});

describe('sealing anew', () => {
  it('leaves every secret, trigger id and sender as it was, bound to its row under the sealing key', async () => {
    const [first, second] = [await bench.addAgent(), await bench.addAgent()];
    const before = await secretOf(first, [OLD_KEY]);
    const older = newAgentSecret();
    await seal(second.agentId, sealedWith(OLDEST_KEY, older, second.agentId));
    const { taskId, triggerId } = await addTask(first, { schedule: 'event' });
    const sender = { scheme: 'github' as const, header: null, deliveryIdHeader: null, graceSeconds: 0 };
    const secrets = ['one', 'two'];
    const owner = { userId: first.ownerId };
    await bench.store.tasks.setSender(taskId, owner, { ...sender, secrets }, new Date());
    const sealing = withKeys(NEW_KEY, OLD_KEY, OLDEST_KEY);
    const left = await sealing.left();
    const values = left.map(({ column, keyId, count }) => `${count} ${column} ${keyId}`);
    expect(values.sort()).toEqual([
      ...[`1 ${AGENTS} ${OLD}`, `1 ${AGENTS} ${OLDEST}`].sort(),
      ...[`1 task.sender_sealed ${OLD}`, `1 task.trigger_sealed ${OLD}`],
    ]);
    for (const { column, keyId } of left) expect(await sealAll(sealing, column, keyId)).toBe(1);
    expect(await sealing.left()).toEqual([]);
    expect(await secretOf(first, [NEW_KEY])).toBe(before);
    expect(await secretOf(second, [NEW_KEY])).toBe(older);
    const store = bench.open({ box: new SecretBox(NEW_KEY) });
    const found = await store.tasks.find(taskId, { agentId: first.agentId });
    expect([found.triggerId, found.sender?.secrets]).toEqual([triggerId, 2]);
  });

  it('leaves what signs an agent’s deliveries as it was, also what signed before a rotation', async () => {
    const [first, second] = [await bench.addAgent(), await bench.addAgent()];
    const agentSecret = await secretOf(second, [OLD_KEY]);
    const [former, present, only] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
    const rotate = (agent: TestAgent, signingSecret: string) =>
      bench.store.agents.rotateSigningSecret({ ...agent, signingSecret, graceSeconds: 3_600 });
    await rotate(first, former);
    await rotate(first, present);
    await rotate(second, only);
    const sealing = withKeys(NEW_KEY, OLD_KEY);
    for (const { column, keyId } of await sealing.left()) await sealAll(sealing, column, keyId);
    expect(await sealing.left()).toEqual([]);
    const store = bench.open({ box: new SecretBox(NEW_KEY) });
    const signingOf = (agent: TestAgent) => store.agents.webhookOf(agent.agentId, agent.ownerId);
    expect(await signingOf(first)).toMatchObject({ secret: present, previousSecret: former });
    expect(await signingOf(second)).toMatchObject({ secret: only, previousSecret: agentSecret });
  });

  it('goes on behind 100 rows, and any number of processes may do it at once', async () => {
    const agent = await bench.addAgent();
    const secret = await secretOf(agent, [OLD_KEY]);
    const ids = Array.from({ length: 249 }, (_, index) => `agt_many_${index + 1}`);
    const sealed = ids.map((id) => sealedWith(OLD_KEY, secret!, id));
    await bench.sql`INSERT INTO agent (id, owner_id, agent_name, kind, secret_hash, secret_sealed)
      SELECT m.id, a.owner_id, a.agent_name, a.kind, a.secret_hash, m.sealed
        FROM agent a, unnest(${ids}::text[], ${sealed}::bytea[]) AS m (id, sealed) WHERE a.id = ${agent.agentId}`;
    const counts = await Promise.all([1, 2, 3].map(() => sealAll(withKeys(NEW_KEY, OLD_KEY), AGENTS, OLD)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(250);
    for (const agentId of ['agt_many_1', 'agt_many_249'])
      expect(await secretOf({ ...agent, agentId }, [NEW_KEY])).toBe(secret);
  });

  it('does not undo a rotation that comes between its look and its writing', async () => {
    const agent = await bench.addAgent();
    const { agentId, ownerId } = agent;
    const rotated = newAgentSecret();
    const former = await sealedOf(agentId);
    const box = new SecretBox(NEW_KEY, OLD_KEY);
    const context = { column: AGENTS, rowId: agentId } as const;
    const anew = box.seal(box.open(former, context), context);
    await bench.store.agents.rotateSecret({ agentId, ownerId, secret: rotated, graceSeconds: 0 });
    const values = [AGENTS, [agentId], [former], [anew]];
    expect(await bench.sql(sql.sealing.replace.text, ...values)).toEqual([{ replaced: 0 }]);
    expect(await secretOf(agent, [OLD_KEY])).toBe(rotated);
  });

  it('does not undo a rotation that it waits beside, nor does the rotation wait for it', async () => {
    const agent = await bench.addAgent();
    const rotated = sealedWith(OLD_KEY, 'svc_rotated', agent.agentId);
    const rotation = await holding`UPDATE agent SET secret_sealed = ${rotated} WHERE id = ${agent.agentId}`;
    const sealing = withKeys(NEW_KEY, OLD_KEY);
    expect(await sealing.step({ column: AGENTS, keyId: OLD })).toMatchObject({ resealed: 0 });
    await rotation.commit();
    expect(await sealing.step({ column: AGENTS, keyId: OLD })).toMatchObject({ resealed: 1 });
    expect(await secretOf(agent, [NEW_KEY])).toBe('svc_rotated');
  });

  it('leaves what no key opens as it is, names it, and goes on with the others', async () => {
    const [damaged, copied, sound] = [await bench.addAgent(), await bench.addAgent(), await bench.addAgent()];
    await seal(damaged.agentId, Buffer.from('sealed\0\x01' + 'damaged'));
    await seal(copied.agentId, await sealedOf(sound.agentId));
    const sealing = withKeys(NEW_KEY, OLD_KEY);
    const step = await sealing.step({ column: AGENTS, keyId: OLD });
    expect(step).toEqual({ resealed: 1, unopened: [copied.agentId], next: null });
    expect(await secretOf(sound, [NEW_KEY])).toMatch(/^svc_/);
    await expect(secretOf(copied, [NEW_KEY, OLD_KEY])).rejects.toThrow();
  });

  it('finds the rows of a key, and the keys, without reading those that are sealed anew', async () => {
    const agent = await bench.addAgent();
    await bench.sql`INSERT INTO agent (id, owner_id, agent_name, kind, secret_hash, secret_sealed, signing_secret_sealed)
      SELECT 'agt_plan_' || n, owner_id, agent_name, kind, secret_hash, secret_sealed, secret_sealed
        FROM agent, generate_series(1, 5000) n WHERE id = ${agent.agentId}`;
    await seal(agent.agentId, sealedWith(OLDEST_KEY, 'svc_oldest', agent.agentId));
    await bench.sql('ANALYZE agent');
    const { keys, read, count } = sql.sealing;
    for (const column of [AGENTS, 'agent.signing_secret_sealed']) {
      expect(await mostRowsOfNode(bench.sql, keys, [column])).toBeLessThan(10);
      expect(await mostRowsOfNode(bench.sql, count, [column, OLDEST, 1_000])).toBeLessThan(10);
      expect(await mostRowsOfNode(bench.sql, read, [column, OLD, '', 100])).toBeLessThanOrEqual(100);
    }
  });
});

it('a missing key is named while a value needs it', async () => {
  await bench.addAgent();
  const missing = (...keys: [Buffer, ...Buffer[]]) => withKeys(...keys).missingKeys();
  expect(await missing(NEW_KEY)).toEqual([OLD]);
  expect(await missing(NEW_KEY, OLD_KEY)).toEqual([]);
  await sealAll(withKeys(NEW_KEY, OLD_KEY), AGENTS, OLD);
  expect(await missing(NEW_KEY)).toEqual([]);
  expect(await missing(OLD_KEY)).toEqual([NEW]);
  await bench.sql('DELETE FROM agent');
  expect(await missing(OLD_KEY)).toEqual([]);
});

it('a sender whose secrets do not open may be replaced by one of another scheme, and removed', async () => {
  const agent = await bench.addAgent();
  const userId = agent.ownerId;
  const { taskId } = await addTask(agent, { schedule: 'event' });
  const { tasks } = bench.store;
  const rest = { header: null, deliveryIdHeader: null, graceSeconds: 3_600 };
  const set = (scheme: 'github' | 'stripe') =>
    tasks.setSender(taskId, { userId }, { ...rest, scheme, secrets: [scheme] }, new Date());
  const spoil = () =>
    bench.sql`UPDATE task SET sender_sealed = ${Buffer.alloc(50, '0')} WHERE id = ${taskId}`;
  await set('github');
  await spoil();
  // No secret of the former scheme is kept.
  expect((await set('stripe')).sender).toMatchObject({ scheme: 'stripe', secrets: 1, formerUntil: null });
  await spoil();
  expect((await tasks.removeSender(taskId, { userId })).sender).toBeNull();
});
