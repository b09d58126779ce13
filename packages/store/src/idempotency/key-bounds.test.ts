import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { lockWaits } from '../lock-waits.suite.js';
import { useStore } from '../store.suite.js';
import type { IdempotentCaller } from './idempotent-calls.js';
import { chanceOfLook, KEY_BOUNDS } from './key-bounds.js';
import type { KeyBounds } from './key-bounds.js';

const bench = useStore();
const { holding } = lockWaits(bench);
beforeEach(() => bench.sql('DELETE FROM idempotency_key'));

const FREE = { keys: 1_000, answerBytes: 1_000_000 };

/** Calls of one caller, one after the other: their keys, the oldest first. No look is due. */
async function calls(caller: IdempotentCaller, count: number, text = '{}'): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomUUID());
  for (const key of keys)
    await bench.store.idempotentCalls.once(callOf(caller, key), async () => ({ status: 200, text }));
  await bench.sql(
    `UPDATE idempotency_key k SET look_due = NULL, kept_at = now() - (${count} - o.place) * interval '1 minute'
       FROM unnest($1::text[]) WITH ORDINALITY AS o (id, place) WHERE k.id = o.id`,
    [keys.map((key) => idOf(caller, key))],
  );
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

/** A look at the caller of this key, and all that follows from it. */
async function look(
  caller: IdempotentCaller,
  key: string | undefined,
  bounds: Partial<KeyBounds>,
): Promise<void> {
  await bench.sql('UPDATE idempotency_key SET look_due = true WHERE id = $1', [idOf(caller, key ?? '')]);
  while (await bench.store.idempotentCalls.removeBeyond({ agent: FREE, account: FREE, ...bounds }));
}

async function addAgent(ownerId?: string): Promise<IdempotentCaller> {
  const agent = await bench.addAgent(ownerId === undefined ? {} : { ownerId });
  return { userId: agent.ownerId, agentId: agent.agentId };
}

describe('the keys of an agent', () => {
  it('are the youngest that it may have, and those of others stay', async () => {
    const agent = await addAgent();
    const other = await addAgent(agent.userId);
    const [own, others] = [await calls(agent, 6), await calls(other, 6)];
    await look(agent, own[0], { agent: { ...FREE, keys: 4 } });
    expect(await keptOf(agent, own)).toEqual(own.slice(2));
    expect(await keptOf(other, others)).toEqual(others);
    // A call whose key is kept is done once, as before.
    const again = () => Promise.reject(new Error('again'));
    expect(await bench.store.idempotentCalls.once(callOf(agent, own[5]!), again)).toMatchObject({
      isReplayed: true,
    });
    expect(await bench.sql('SELECT 1 FROM idempotency_key WHERE look_due')).toEqual([]);
  });

  it('are as many as have room with their answers', async () => {
    const agent = await addAgent();
    const keys = await calls(agent, 6, JSON.stringify('x'.repeat(1_000)));
    await look(agent, keys[5], { agent: { ...FREE, answerBytes: 3_500 } });
    expect(await keptOf(agent, keys)).toEqual(keys.slice(3));
  });

  it('are not looked at until one is marked, and a mark goes with its look', async () => {
    const agent = await addAgent();
    const keys = await calls(agent, 6);
    const bounds = { agent: { ...FREE, keys: 4 }, account: FREE };
    expect(await bench.store.idempotentCalls.removeBeyond(bounds)).toBe(false);
    expect(await keptOf(agent, keys)).toEqual(keys);
    await look(agent, keys[5], bounds);
    expect(await bench.store.idempotentCalls.removeBeyond(bounds)).toBe(false);
    expect(await keptOf(agent, keys)).toEqual(keys.slice(2));
  });

  it('are removed though somebody holds one of them, and nobody waits', async () => {
    const agent = await addAgent();
    const keys = await calls(agent, 6);
    const held = await holding('SELECT 1 FROM idempotency_key WHERE id = $1 FOR UPDATE', [
      idOf(agent, keys[0]!),
    ]);
    await look(agent, keys[5], { agent: { ...FREE, keys: 4 } });
    expect(await keptOf(agent, keys)).toEqual([keys[0], ...keys.slice(2)]);
    await held.commit();
  });
});

describe('the keys of an account', () => {
  it('are the youngest of the person and of all agents', async () => {
    const one = await addAgent();
    const person = { userId: one.userId, agentId: null };
    const stranger = await addAgent();
    const [ofOne, ofPerson, ofStranger] = [
      await calls(one, 4),
      await calls(person, 4),
      await calls(stranger, 4),
    ];
    await look(person, ofPerson[3], { account: { ...FREE, keys: 4 } });
    expect([await keptOf(one, ofOne), await keptOf(person, ofPerson)]).toEqual([
      ofOne.slice(2),
      ofPerson.slice(2),
    ]);
    expect(await keptOf(stranger, ofStranger)).toEqual(ofStranger);
  });
});

it('A look comes about once in 5,000 calls, or in 4 MiB of answers, and marks a key of a call', async () => {
  expect(chanceOfLook(0)).toBeCloseTo(1 / 5_000);
  expect(chanceOfLook(4 * 1024 * 1024)).toBeGreaterThan(1);
  const agent = await addAgent();
  const text = JSON.stringify('x'.repeat(5 * 1024 * 1024));
  await bench.store.idempotentCalls.once(callOf(agent, randomUUID()), async () => ({ status: 200, text }));
  expect(await bench.sql('SELECT agent_id FROM idempotency_key WHERE look_due')).toEqual([
    { agent_id: agent.agentId },
  ]);
  expect(await bench.store.idempotentCalls.removeBeyond()).toBe(true);
  expect(KEY_BOUNDS.agent.keys).toBeGreaterThanOrEqual(60 * 1_200);
});
