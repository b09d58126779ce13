import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

/** Work that ends when the test says so. */
function pieces(turns: Turns, count: number) {
  const begun: number[] = [];
  const ends: ((outcome: Promise<void>) => void)[] = [];
  const results = Array.from({ length: count }, (_, index) =>
    turns.take(() => {
      begun.push(index);
      return new Promise<void>((resolve) => (ends[index] = resolve));
    }),
  );
  return { begun, results, end: (index: number, outcome = Promise.resolve()) => ends[index]?.(outcome) };
}

describe('work', () => {
  it('runs at once up to the bound, and the rest in the order in which it came', async () => {
    const turns = new Turns(2);
    const { begun, results, end } = pieces(turns, 4);
    expect(begun).toEqual([0, 1]);
    expect(turns.waitingCount).toBe(2);
    expect(turns.isIdle).toBe(false);
    end(1);
    await results[1];
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([0, 1, 2]);
    end(0);
    end(2);
    await Promise.all([results[0], results[2]]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(turns.waitingCount).toBe(0);
    expect(turns.isIdle).toBe(false);
    end(3);
    await results[3];
    expect(turns.isIdle).toBe(true);
  });

  it('makes room when it fails', async () => {
    const turns = new Turns(1);
    const { begun, results, end } = pieces(turns, 2);
    end(0, Promise.reject(new Error('failed')));
    await expect(results[0]).rejects.toThrow('failed');
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([0, 1]);
  });
});
