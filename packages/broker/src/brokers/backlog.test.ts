import { describe, expect, it } from '@jest/globals';
import { Backlog } from './backlog.js';

describe('Backlog', () => {
  it('gives items back in the order they came', () => {
    const backlog = new Backlog<number>();
    for (let item = 0; item < 5_000; item += 1) backlog.push(item);
    const out: (number | undefined)[] = [];
    while (backlog.length > 0) out.push(backlog.shift());
    expect(out).toEqual(Array.from({ length: 5_000 }, (_, item) => item));
    expect(backlog.shift()).toBeUndefined();
    expect(backlog.peek()).toBeUndefined();
  });

  it.each([0, 1, 3])('puts items back before the others after %i were taken', (taken) => {
    const backlog = new Backlog<number>();
    for (const item of [1, 2, 3, 4]) backlog.push(item);
    for (let count = 0; count < taken; count += 1) backlog.shift();
    backlog.putBack([-2, -1]);
    expect(backlog.length).toBe(6 - taken);
    expect(backlog.takeAll()).toEqual([-2, -1, ...[1, 2, 3, 4].slice(taken)]);
    expect(backlog.length).toBe(0);
  });
});
