import { createHash, randomUUID } from 'node:crypto';
import { ServiceError } from '@svc/domain';
import { useStore } from '../store.suite.js';
import { trySubject } from '../accounts/password-tries.js';
import type { IdempotentCall } from './idempotent-calls.js';

const bench = useStore();
const { holdingRow } = bench;
/** Work that must not be done, since its call was. */
const again = () => Promise.reject(new Error('again'));

async function newCall(asked = 'a message'): Promise<IdempotentCall> {
  const userId = await bench.addUser();
  const fingerprint = createHash('sha256').update(asked).digest();
  return { caller: { userId, agentId: null }, key: randomUUID(), fingerprint };
}

const gates: (() => void)[] = [];
/** What work waits for until a test opens it, or has failed. */
function gate() {
  let resolve = (): void => {};
  const promise = new Promise<void>((open) => (resolve = open));
  gates.push(resolve);
  return { promise, resolve };
}
afterEach(() => gates.forEach((open) => open()));

type Gate = ReturnType<typeof gate>;

/** Work that tells when it has begun, and waits until it may go on. */
const heldWork = (begun: Gate, goOn: Gate, text: string | null) => async () => {
  begun.resolve();
  await goOn.promise;
  return { status: 200, text };
};

/** Work that writes, and answers how often it was done. */
function counted(end: () => unknown = () => undefined) {
  const done = { count: 0 };
  const work = async () => {
    done.count += 1;
    await bench.store.installationId();
    await end();
    return { status: 201, text: `{"done":${done.count}}` };
  };
  return { done, work };
}

describe('A call with a key', () => {
  it('has its answer kept without a word that can be read', async () => {
    const call = await newCall();
    const text = '{"secret":"svc_open"}';
    await bench.store.idempotentCalls.once(call, async () => ({ status: 201, text }));
    const kept = await bench.sql`SELECT x::text FROM idempotency_key x WHERE user_id = ${call.caller.userId}`;
    expect(kept).toHaveLength(1);
    for (const word of ['svc_open', Buffer.from('svc_open').toString('hex'), call.key])
      expect(JSON.stringify(kept)).not.toContain(word);
    const repeated = await bench.store.idempotentCalls.once(call, again);
    expect(repeated).toEqual({ status: 201, text, isReplayed: true });
  });

  it('that is refused keeps what it wrote, and its key is free', async () => {
    const call = await newCall();
    const subject = trySubject.account(call.key);
    const backoff = { freeMax: 1, waitSecondsMin: 60, waitSecondsMax: 60 };
    const refused = bench.store.idempotentCalls.once(call, async () => {
      await bench.store.passwordTries.begin(subject, backoff);
      throw new ServiceError('conflict');
    });
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
    expect(await bench.valueOf`SELECT points::int FROM rate_count WHERE subject = ${subject}`).toBe(1);
    const { work } = counted();
    expect(await bench.store.idempotentCalls.once(call, work)).toMatchObject({ isReplayed: false });
  });

  it('is put off where another process has it in hand for long', async () => {
    const call = await newCall();
    const other = bench.open({ lockWaitMs: 20 });
    const [begun, held] = [gate(), gate()];
    const first = bench.store.idempotentCalls.once(call, heldWork(begun, held, null));
    await begun.promise;
    const second = other.idempotentCalls.once(call, again);
    await expect(second).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    held.resolve();
    expect(await first).toEqual({ status: 200, text: null, isReplayed: false });
  });

  it('lets few wait in one process, and these hold no connection', async () => {
    const call = await newCall();
    const single = bench.open({ connectionsMax: 2 });
    const held = gate();
    const { work, done } = counted(() => held.promise);
    const calls = Array.from({ length: 8 }, () => single.idempotentCalls.once(call, work));
    const settled = Promise.allSettled(calls);
    // The others wait, and somebody else is served.
    await single.ping();
    held.resolve();
    const refused = (await settled).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused).toMatchObject(refused.map(() => ({ reason: { code: 'unavailable' } })));
    expect(done.count).toBe(1);
  });

  it.each([
    ['calls of one account', 12, true],
    ['accounts with calls', 6, false],
  ])('leaves connections for others, however many %s are under way', async (_what, count, isOneAccount) => {
    const few = bench.open({ connectionsMax: 4 });
    const [twoBegun, goOn] = [gate(), gate()];
    const { work, done } = counted(() => {
      if (done.count >= 2) twoBegun.resolve();
      return goOn.promise;
    });
    const calls = await Promise.all(Array.from({ length: count }, () => newCall()));
    const { caller } = calls[0]!;
    const same = isOneAccount ? { caller } : {};
    const answers = calls.map((call) => few.idempotentCalls.once({ ...call, ...same }, work));
    // The pool serves in order, and by now whoever would take a connection has asked for one.
    await twoBegun.promise;
    await few.ping();
    expect(done.count).toBe(2);
    goOn.resolve();
    await Promise.all(answers);
    expect(done.count).toBe(count);
  });

  it('keeps only its own agent waiting if somebody holds the rows of that agent', async () => {
    const [locked, free] = [await bench.addAgent(), await bench.addAgent()];
    const few = bench.open({ connectionsMax: 8, lockWaitMs: 20 });
    const holder = await holdingRow('agent', locked.agentId);
    const { work, done } = counted();
    const callsOf = (agentId: string) =>
      Array.from({ length: 4 }, async () => {
        const call = await newCall();
        const caller = { userId: locked.ownerId, agentId };
        return few.idempotentCalls.once({ ...call, caller }, work);
      });
    const refused = Promise.allSettled(callsOf(locked.agentId));
    const served = await Promise.allSettled(callsOf(free.agentId));
    expect(served.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect(done.count).toBe(4);
    expect((await refused).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    await holder.commit();
  });

  it('has the answer of its own where two processes do work that is kept afterwards', async () => {
    const one = await newCall('a test of one webhook');
    const another = { ...one, fingerprint: (await newCall('a test of another')).fingerprint };
    const other = bench.open();
    const [begun, alsoBegun, goOn] = [gate(), gate(), gate()];
    const { afterwards } = bench.store.idempotentCalls;
    const first = afterwards(one, heldWork(begun, goOn, '{"of":"one"}'));
    const second = other.idempotentCalls.afterwards(another, heldWork(alsoBegun, goOn, '{"of":"another"}'));
    await Promise.all([begun.promise, alsoBegun.promise]);
    goOn.resolve();
    const ended = await Promise.allSettled([first, second]);
    // Whose answer is kept, nobody can say. It is the answer to that call, and the other one is told of it.
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [kept, refused] = ended[0].status === 'fulfilled' ? [one, another] : [another, one];
    const { text } = await afterwards(kept, again);
    expect(text).toBe(kept === one ? '{"of":"one"}' : '{"of":"another"}');
    await expect(afterwards(refused, again)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('stands for nothing after 24 hours, and is removed', async () => {
    const [old, young] = [await newCall(), await newCall()];
    for (const call of [old, young]) await bench.store.idempotentCalls.once(call, counted().work);
    const age = `UPDATE idempotency_key SET kept_at = now() - interval '24 hours 1 minute' WHERE user_id = $1`;
    await bench.sql(age, old.caller.userId);
    const { work } = counted();
    expect(await bench.store.idempotentCalls.once(old, work)).toMatchObject({ isReplayed: false });
    await bench.sql(age, old.caller.userId);
    await bench.store.retention.removeExpired();
    const users = [old, young].map(({ caller }) => caller.userId);
    const left = await bench.sql`SELECT user_id FROM idempotency_key WHERE user_id = ANY (${users})`;
    expect(left).toEqual([{ user_id: young.caller.userId }]);
  });
});
