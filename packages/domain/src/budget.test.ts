import { Budget } from './semaphore.js';

const one = { key: 'one', max: 2 };
const other = { key: 'other', max: 2, detail: 'The other has enough' };

describe('a budget', () => {
  it('is bounded for each holder, and altogether', () => {
    const budget = new Budget(3);
    expect([budget.take([one]), budget.take([one])]).toEqual([null, null]);
    expect(budget.take([one])).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
    expect(budget.take([other])).toBeNull();
    expect(budget.take([other])).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    budget.release([one], 2);
    expect(budget.take([other])).toBeNull();
    expect(budget.used).toBe(2);
  });

  it('is used once for several holders, and by all of them or by none', () => {
    const budget = new Budget(4);
    expect(budget.take([one, other], 2)).toBeNull();
    expect(budget.used).toBe(2);
    expect(budget.take([{ key: 'third', max: 9 }, other])).toMatchObject({ detail: 'The other has enough' });
    budget.release([one, other], 2);
    expect([budget.take([one], 2), budget.take([{ key: 'third', max: 2 }], 2)]).toEqual([null, null]);
  });
});
