import { describe, expect, it } from '@jest/globals';
import { Lease } from './lease.js';

const lease = () => new Lease({ endsAfterMs: 8_000, stepMsMax: 2_000 }, 0);

describe('A hub’s lease of its slot', () => {
  it('ends when no heartbeat was taken for its time, counted from when the last one was sent', () => {
    const held = lease();
    held.tick(1_000);
    const sent = held.mark(1_500);
    held.tick(2_000);
    held.renew(sent);
    const ended = [3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000].map((nowMs) => held.tick(nowMs));
    expect(ended.indexOf(true)).toBe(7);
  });

  it('outlasts a standstill of the process, whose next heartbeat decides', () => {
    const held = lease();
    expect(held.tick(1_000)).toBe(false);
    expect(held.tick(61_000)).toBe(false);
    held.renew(held.mark(61_000));
    expect(held.tick(62_000)).toBe(false);
  });

  it('counts the time of an answer as it counts its own, where the process comes to everything late', () => {
    const held = lease();
    for (let nowMs = 10_000; nowMs <= 60_000; nowMs += 10_000) {
      const sent = held.mark(nowMs);
      expect(held.tick(nowMs + 5_000)).toBe(false);
      held.renew(sent);
    }
  });

  it('is not shortened by the answer to an earlier heartbeat that comes after that to a later one', () => {
    const held = lease();
    const [first, second] = [held.mark(500), held.mark(1_500)];
    held.tick(2_000);
    held.renew(second);
    held.renew(first);
    const ended = [4_000, 6_000, 8_000, 9_000, 9_500].map((nowMs) => held.tick(nowMs));
    expect(ended).toEqual([false, false, false, false, true]);
  });
});
