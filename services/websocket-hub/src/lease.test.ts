import { describe, expect, it } from '@jest/globals';
import { Lease } from './lease.js';

const lease = () => new Lease({ endsAfterMs: 8_000, stepMsMax: 2_000 }, 0);

describe('A hub’s lease of its slot', () => {
  it('ends when no heartbeat was taken for its time, counted from when the last one was sent', () => {
    const held = lease();
    for (const nowMs of [1_000, 2_000]) held.tick(nowMs);
    held.renew(500);
    const ended = [3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000].map((nowMs) => held.tick(nowMs));
    expect(ended.indexOf(true)).toBe(7);
  });

  it('outlasts a standstill of the process, whose next heartbeat decides', () => {
    const held = lease();
    expect(held.tick(1_000)).toBe(false);
    expect(held.tick(61_000)).toBe(false);
    held.renew(0);
    expect(held.tick(62_000)).toBe(false);
  });
});
