import { newId } from './ids.js';

describe('an identifier', () => {
  it('begins with the time, so that later ones sort behind earlier ones', () => {
    expect(newId('event', 0x018bcfe56800)).toMatch(/^evt_018bcfe56800/);
    const times = [1, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1];
    const ids = times.map((time) => newId('message', time));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('keeps its length when the time no longer fits', () => {
    expect(newId('event', 2 ** 48)).toHaveLength(newId('event', 0).length);
  });

  it('differs from others of the same millisecond, and sorts in the order of their making', () => {
    const ids = Array.from({ length: 1_000 }, () => newId('event', 0));
    expect(new Set(ids).size).toBe(1_000);
    expect(ids.toSorted()).toEqual(ids);
  });
});
