import { promisify } from 'node:util';
import { Batcher } from './batcher.js';

/** A run whose calls wait until they are let go, and which remembers what they were called with. */
function heldRun() {
  const calls: { items: number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  let wake: () => void = () => undefined;
  const run = (items: number[]): Promise<string[]> =>
    new Promise((resolve, reject) => {
      calls.push({ items, finish: () => resolve(items.map((item) => `r${item}`)), fail: reject });
      wake();
    });
  async function atLeast(count: number): Promise<void> {
    while (calls.length < count) await new Promise<void>((resolve) => (wake = resolve));
  }
  return { calls, run, atLeast };
}

const turn = promisify(setImmediate);

describe('a batcher', () => {
  it('sends items of the same turn together, and answers each with its own result', async () => {
    const { calls, run, atLeast } = heldRun();
    const batcher = new Batcher(run);
    const results = [1, 2, 3].map((item) => batcher.add(item));
    await atLeast(1);
    expect(calls.map((call) => call.items)).toEqual([[1, 2, 3]]);
    calls[0]?.finish();
    expect(await Promise.all(results)).toEqual(['r1', 'r2', 'r3']);
  });

  it('gathers what comes while its calls are under way, in order', async () => {
    const { calls, run, atLeast } = heldRun();
    const batcher = new Batcher(run, { callsMax: 1 });
    const results = [batcher.add(1)];
    await atLeast(1);
    results.push(batcher.add(2), batcher.add(3));
    await turn();
    results.push(batcher.add(4));
    expect(calls).toHaveLength(1);
    calls[0]?.finish();
    await atLeast(2);
    expect(calls[1]?.items).toEqual([2, 3, 4]);
    calls[1]?.finish();
    expect(await Promise.all(results)).toEqual(['r1', 'r2', 'r3', 'r4']);
  });

  it('sends no more items in a call, and has no more calls under way, than allowed', async () => {
    const { calls, run, atLeast } = heldRun();
    const batcher = new Batcher(run, { itemsMax: 2, callsMax: 2 });
    const results = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
    await atLeast(2);
    await turn();
    expect(calls.map((call) => call.items.join())).toEqual(['1,2', '3,4']);
    calls[0]?.finish();
    await atLeast(3);
    expect(calls[2]?.items).toEqual([5]);
    for (const call of calls) call.finish();
    expect(await Promise.all(results)).toHaveLength(5);
  });

  it('fails the items of a failed call alone, and goes on', async () => {
    const { calls, run, atLeast } = heldRun();
    const batcher = new Batcher(run, { itemsMax: 2, callsMax: 1 });
    const results = [1, 2, 3].map((item) => batcher.add(item));
    await atLeast(1);
    calls[0]?.fail(new Error('broken'));
    await atLeast(2);
    calls[1]?.finish();
    const settled = await Promise.allSettled(results);
    expect(settled.map((result) => result.status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('fails one item of five alone if the database refuses it', async () => {
    const refused = 4;
    const calls: number[][] = [];
    const batcher = new Batcher<number, number>((items) => {
      calls.push(items);
      const refusal = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
      return items.includes(refused) ? Promise.reject(refusal) : Promise.resolve(items);
    });
    const settled = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => batcher.add(item)));
    const failed = settled.flatMap((result, index) => (result.status === 'rejected' ? [index + 1] : []));
    expect(failed).toEqual([refused]);
    expect(calls.length).toBeLessThanOrEqual(7);
  });

  it('refuses further items when too many wait', async () => {
    const { calls, run, atLeast } = heldRun();
    const batcher = new Batcher(run, { callsMax: 1, waitingMax: 2 });
    const first = batcher.add(1);
    await atLeast(1);
    const waiting = [batcher.add(2), batcher.add(3)];
    await expect(batcher.add(4)).rejects.toThrow('Too many items');
    calls[0]?.finish();
    await atLeast(2);
    calls[1]?.finish();
    expect(await Promise.all([first, ...waiting])).toEqual(['r1', 'r2', 'r3']);
  });
});

describe('items of a key whose row is locked', () => {
  const LOCK_TIMEOUT = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });

  /** Items are named after their keys. While `a` is locked, calls with it wait until `giveUp` is called. */
  function locking() {
    const calls: string[] = [];
    const state = { isLocked: true, giveUp: (): void => undefined };
    const run = async (items: string[]): Promise<string[]> => {
      calls.push(items.join());
      if (state.isLocked && items.includes('a'))
        await new Promise((_resolve, reject) => (state.giveUp = () => reject(LOCK_TIMEOUT)));
      return items;
    };
    const batcher = new Batcher(run, { keyOf: (item) => item });
    return { calls, state, add: (...items: string[]) => items.map((item) => batcher.add(item)) };
  }

  it('cost the others one try, and stay by themselves until one succeeds', async () => {
    const { calls, state, add } = locking();
    const [blocked, ...others] = add('a', 'b', 'c');
    const refused = expect(blocked).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    await turn();
    state.giveUp();
    expect(await Promise.all(others)).toEqual(['b', 'c']);
    expect(calls).toEqual(['a,b,c', 'a', 'b', 'c']);
    const meanwhile = add('a', 'b', 'c');
    const alsoRefused = expect(meanwhile[0]).rejects.toMatchObject({ code: 'unavailable' });
    expect(await Promise.all(meanwhile.slice(1))).toEqual(['b', 'c']);
    state.giveUp();
    await Promise.all([refused, alsoRefused]);
    state.isLocked = false;
    expect(await Promise.all(add('a', 'b'))).toEqual(['a', 'b']);
    expect(await Promise.all(add('a', 'b'))).toEqual(['a', 'b']);
    expect(calls.slice(4)).toEqual(['b,c', 'a', 'b', 'a,b']);
  });

  it('are done once more, and succeed where the lock has come free', async () => {
    const { state, add } = locking();
    const [blocked] = add('a');
    await turn();
    state.isLocked = false;
    state.giveUp();
    expect(await blocked).toBe('a');
  });
});
