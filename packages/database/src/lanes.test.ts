import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '@svc/domain';
import { Lanes } from './lanes.js';

const LOCK_TIMEOUT = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });

describe('a key that a lock keeps waiting', () => {
  it('has a single call under way, and what becomes of that call is its own: the others do their work', async () => {
    const lanes = new Lanes({ placesPerKey: 2, blockedPlaces: 1 });
    lanes.block('agent');
    let refuse: (error: Error) => void = () => undefined;
    const work = new Promise<string>((_resolve, reject) => (refuse = reject));
    const first = lanes.run('agent', () => work);
    const others = ['a', 'b'].map((name) => lanes.run('agent', () => Promise.resolve(name)));
    refuse(new ServiceError('not_found'));
    await expect(first).rejects.toMatchObject({ code: 'not_found' });
    expect(await Promise.all(others)).toEqual(['a', 'b']);
    expect(lanes.isBlocked('agent')).toBe(false);
  });

  it('is refused as unavailable with all who wait, when the lock does not come free', async () => {
    const lanes = new Lanes({ placesPerKey: 2, blockedPlaces: 1 });
    let done = 0;
    const calls = ['a', 'b', 'c'].map(() =>
      lanes.run('agent', () => {
        done += 1;
        return Promise.reject(LOCK_TIMEOUT);
      }),
    );
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    expect(done).toBeLessThan(3 * 5);
    expect(await lanes.run('another', () => Promise.resolve('served'))).toBe('served');
  });
});
