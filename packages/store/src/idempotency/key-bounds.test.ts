import { createHash, randomUUID } from 'node:crypto';
import { eventually } from '@svc/testkit';
import type { Pool } from 'pg';
import { useStore } from '../store.suite.js';
import type { IdempotentCaller, KeyBounds } from './idempotent-calls.js';
import { chanceOfLook, KEY_BOUNDS, removeBeyond } from './idempotent-calls.js';

const bench = useStore();
const { holding } = bench;
let pool: Pool;
beforeAll(() => {
  pool = bench.openPool();
});
beforeEach(() => bench.sql('DELETE FROM idempotency_key'));

const FREE = { keys: 1_000, answerBytes: 1_000_000 };

/** Calls of one caller, one after the other: their keys, the oldest first. */
async function calls(caller: IdempotentCaller, count: number, text = '{}'): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomUUID());
  for (const key of keys)
    await bench.store.idempotentCalls.once(callOf(caller, key), async () => ({ status: 200, text }));
  const ids = keys.map((key) => idOf(caller, key));
  await bench.sql`UPDATE idempotency_key k SET kept_at = now() - (${count} - o.place) * interval '1 minute'
    FROM unnest(${ids}::text[]) WITH ORDINALITY AS o (id, place) WHERE k.id = o.id`;
  return keys;
}

const callOf = (caller: IdempotentCaller, key: string) => ({
  ...{ caller, key, fingerprint: createHash('sha256').update(key).digest() },
});
const idOf = ({ userId, agentId }: IdempotentCaller, key: string) =>
  `${agentId ?? userId}.${createHash('sha256').update(key).digest('base64url')}`;

async function keptOf(caller: IdempotentCaller, keys: string[]): Promise<string[]> {
  const isKept = await Promise.all(keys.map((key) => bench.store.idempotentCalls.isKept({ caller, key })));
  return keys.filter((_key, place) => isKept[place]);
}

const look = (caller: IdempotentCaller, bounds: Partial<KeyBounds>): Promise<void> =>
  removeBeyond(pool, caller, { agent: FREE, account: FREE, ...bounds });

async function addAgent(ownerId?: string): Promise<IdempotentCaller> {
  const agent = await bench.addAgent(ownerId === undefined ? {} : { ownerId });
  return { userId: agent.ownerId, agentId: agent.agentId };
}

describe('the keys of an agent', () => {
  it('are the youngest that it may have, and those of others stay', async () => {
    const agent = await addAgent();
    const other = await addAgent(agent.userId);
    const [own, others] = [await calls(agent, 6), await calls(other, 6)];
    await look(agent, { agent: { ...FREE, keys: 4 } });
    expect(await keptOf(agent, own)).toEqual(own.slice(2));
    expect(await keptOf(other, others)).toEqual(others);
    // A call whose key is kept is done once, as before.
    const again = () => Promise.reject(new Error('again'));
    const repeated = await bench.store.idempotentCalls.once(callOf(agent, own[5]!), again);
    expect(repeated.isReplayed).toBe(true);
  });

  it('are as many as have room with their answers', async () => {
    const agent = await addAgent();
    const keys = await calls(agent, 6, JSON.stringify('x'.repeat(1_000)));
    await look(agent, { agent: { ...FREE, answerBytes: 3_500 } });
    expect(await keptOf(agent, keys)).toEqual(keys.slice(3));
  });

  it('are removed though somebody holds one of them, and nobody waits', async () => {
    const agent = await addAgent();
    const keys = await calls(agent, 6);
    const held = await holding`SELECT 1 FROM idempotency_key WHERE id = ${idOf(agent, keys[0]!)} FOR UPDATE`;
    await look(agent, { agent: { ...FREE, keys: 4 } });
    expect(await keptOf(agent, keys)).toEqual([keys[0], ...keys.slice(2)]);
    await held.commit();
  });
});

it('the keys of an account are the youngest of the person and of all agents', async () => {
  const one = await addAgent();
  const person = { userId: one.userId, agentId: null };
  const stranger = await addAgent();
  const [ofOne, ofPerson] = [await calls(one, 4), await calls(person, 4)];
  const ofStranger = await calls(stranger, 4);
  await look(person, { account: { ...FREE, keys: 4 } });
  expect(await keptOf(one, ofOne)).toEqual(ofOne.slice(2));
  expect(await keptOf(person, ofPerson)).toEqual(ofPerson.slice(2));
  expect(await keptOf(stranger, ofStranger)).toEqual(ofStranger);
});

it('A look comes about once in 5,000 calls, or in 4 MiB of answers, and follows the call that asks for it', async () => {
  expect(chanceOfLook(0)).toBeCloseTo(1 / 5_000);
  expect(chanceOfLook(4 * 1024 * 1024)).toBeGreaterThan(1);
  expect(KEY_BOUNDS.agent.keys).toBeGreaterThanOrEqual(60 * 1_200);
  const agent = await addAgent();
  const keys = await calls(agent, 2);
  const large = Buffer.alloc(KEY_BOUNDS.agent.answerBytes);
  await bench.sql`INSERT INTO idempotency_key (id, user_id, agent_id, fingerprint, answer_sealed, kept_at)
    VALUES ('large', ${agent.userId}, ${agent.agentId}, '', ${large}, now())`;
  const text = JSON.stringify('x'.repeat(5 * 1024 * 1024));
  const key = randomUUID();
  await bench.store.idempotentCalls.once(callOf(agent, key), async () => ({ status: 200, text }));
  const kept = async () => (await keptOf(agent, [...keys, key])).join();
  await eventually(kept, (found) => found === key, { what: 'removal of what is beyond' });
});
