import { expect, it } from '@jest/globals';
import { workers } from './workers.mjs';

it('runs more tests at once than there are processors, and fewer of them on a machine that is slow', () => {
  expect([workers(2, 1), workers(2, 20), workers(8, 1)]).toEqual([5, 3, 11]);
});

it('finds out by itself how slow a machine is', () => {
  expect([3, 5]).toContain(workers(2));
});
