import { describe, expect, it } from '@jest/globals';
import { PasswordHashing } from './password-hashing.js';

/** Begins so many calls, which go on until the returned function ends them. */
function begin(hashing: PasswordHashing, { caller, count }: { caller: string; count: number }) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let running = 0;
  let runningMax = 0;
  const calls = Array.from({ length: count }, () =>
    hashing.take(caller, async () => {
      runningMax = Math.max(runningMax, (running += 1));
      await ended;
      running -= 1;
    }),
  );
  return { calls, end, runningMax: () => runningMax };
}

describe('calls that hash a password', () => {
  it('take turns, and beyond its share a caller is told to come again', async () => {
    const hashing = new PasswordHashing();
    const { calls, end, runningMax } = begin(hashing, { caller: 'one', count: 8 });
    await expect(hashing.take('one', async () => 1)).rejects.toMatchObject({ code: 'rate_limited' });
    const other = hashing.take('other', async () => 'done');
    end();
    await Promise.all(calls);
    expect(runningMax()).toBe(1);
    expect([await other, await hashing.take('one', async () => 'done')]).toEqual(['done', 'done']);
  });

  it('of one caller let those of others in between', async () => {
    const hashing = new PasswordHashing();
    const order: string[] = [];
    const ask = (name: string, caller: string) => hashing.take(caller, async () => void order.push(name));
    await Promise.all([ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a'), ask('b1', 'b')]);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('are refused to everybody while all places are taken', async () => {
    const hashing = new PasswordHashing();
    const all = Array.from({ length: 8 }, (_, index) => begin(hashing, { caller: `${index}`, count: 8 }));
    await expect(hashing.take('late', async () => 1)).rejects.toMatchObject({ code: 'unavailable' });
    for (const { end } of all) end();
    await Promise.all(all.flatMap(({ calls }) => calls));
    expect(await hashing.take('late', async () => 'done')).toBe('done');
  });
});
