import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Pace } from './pace.ts';

function paced() {
  const done: string[] = [];
  const pace = new Pace<number>({ work: (id, value) => done.push(`${id} ${value}`), pauseMs: 1_000 });
  return { pace, done, endPause: () => jest.advanceTimersByTime(1_000) };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('Work with a pace', () => {
  it('is done at once, and what follows in a pause becomes one', () => {
    const { pace, done, endPause } = paced();
    for (const value of [1, 2, 3, 4]) pace.run('a', value);
    expect(done).toEqual(['a 1']);
    endPause();
    expect(done).toEqual(['a 1', 'a 4']);
    // That has a pause of its own.
    pace.run('a', 5);
    expect(done).toEqual(['a 1', 'a 4']);
    endPause();
    expect(done).toEqual(['a 1', 'a 4', 'a 5']);
    endPause();
    pace.run('a', 6);
    expect(done.at(-1)).toBe('a 6');
  });

  it('keeps no other work waiting', () => {
    const { pace, done } = paced();
    pace.run('a', 1);
    pace.run('b', 1);
    expect(done).toEqual(['a 1', 'b 1']);
  });

  it('is not done if it is dropped while it waits', () => {
    const { pace, done, endPause } = paced();
    pace.run('a', 1);
    pace.run('a', 2);
    pace.drop('a');
    endPause();
    expect(done).toEqual(['a 1']);
  });
});
