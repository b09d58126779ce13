import { describe, expect, it } from '@jest/globals';
import { Evidence } from './evidence.js';

/** Far more than a process could remember. */
const MANY = 50_000;

describe('Evidence', () => {
  it('tells of each of very many failing messages whether others succeeded since it last failed', () => {
    const evidence = new Evidence();
    let written = Array.from({ length: MANY }, () => evidence.failed('').written);
    expect(written.some((text) => evidence.failed(text).othersSucceeded)).toBe(false);
    evidence.succeeded();
    const again = written.map((text) => evidence.failed(text));
    expect(again.every(({ othersSucceeded }) => othersSucceeded)).toBe(true);
    written = again.map((result) => result.written);
    expect(written.some((text) => evidence.failed(text).othersSucceeded)).toBe(false);
  });

  it('of one process says nothing to another, and is not lost by it', () => {
    const [here, there] = [new Evidence(), new Evidence()];
    const first = here.failed('').written;
    here.succeeded();
    there.succeeded();
    const second = there.failed(first);
    expect(second.othersSucceeded).toBe(false);
    expect(here.failed(second.written).othersSucceeded).toBe(true);
  });

  it('takes a bounded part of a message, wherever it has failed', () => {
    let written = 'no evidence at all';
    for (let place = 0; place < 100; place += 1) written = new Evidence().failed(written).written;
    expect(written.length).toBeLessThan(200);
  });
});
