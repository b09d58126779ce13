import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AttemptSlots } from './attempt-slots.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Slots for two attempts, with three slow ones besides. */
function useSlots() {
  const slots = new AttemptSlots({ max: 2, slowMax: 3, slowAfterMs: 1_000 });
  let freed = 0;
  /** Begins an attempt, and returns what ends it. */
  const begin = () => {
    let end = (_error?: Error): void => {};
    const work = new Promise<void>((resolve, reject) => {
      end = (error) => (error === undefined ? resolve() : reject(error));
    });
    const run = slots.run(
      () => work,
      () => (freed += 1),
    );
    return (error?: Error) => {
      end(error);
      return run;
    };
  };
  return { slots, begin, freed: () => freed };
}

describe('slots', () => {
  it('are free until as many attempts as allowed are under way, and again when one has ended', async () => {
    const { slots, begin, freed } = useSlots();
    const end = begin();
    expect(slots.free).toBe(1);
    begin();
    expect([slots.free, freed()]).toEqual([0, 0]);
    await end();
    expect([slots.free, slots.count, freed()]).toEqual([1, 1, 1]);
  });

  it('are freed by attempts that have become slow, up to a bound', () => {
    const { slots, begin, freed } = useSlots();
    for (let rounds = 0; rounds < 2; rounds += 1) {
      while (slots.free > 0) begin();
      jest.advanceTimersByTime(1_000);
    }
    // Three of the four are slow; the fourth keeps its slot.
    expect([slots.count, slots.free, freed()]).toEqual([4, 1, 3]);
  });

  it('count a slow attempt until it has ended, however it ends', async () => {
    const { slots, begin, freed } = useSlots();
    const end = begin();
    jest.advanceTimersByTime(5_000);
    expect([slots.count, slots.free]).toEqual([1, 2]);
    await expect(end(new Error('broken'))).rejects.toThrow('broken');
    expect([slots.count, slots.free, freed()]).toEqual([0, 2, 2]);
  });
});
