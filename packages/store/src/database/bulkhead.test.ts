import { describe, expect, it } from '@jest/globals';
import { Bulkhead } from './bulkhead.js';

const LOCK_TIMEOUT = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });

describe('a call that a lock keeps waiting', () => {
  it('is done once more', async () => {
    let done = 0;
    const work = () => ((done += 1) === 1 ? Promise.reject(LOCK_TIMEOUT) : Promise.resolve('done'));
    expect(await new Bulkhead(4).run('agent', work)).toBe('done');
  });

  it('is refused as unavailable when the lock does not come free, and any other error stays what it is', async () => {
    const bulkhead = new Bulkhead(4);
    const refused = bulkhead.run('agent', () => Promise.reject(LOCK_TIMEOUT));
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    await expect(bulkhead.run('agent', () => Promise.reject(new Error('other')))).rejects.toThrow('other');
  });

  it('leaves connections to other keys', async () => {
    const bulkhead = new Bulkhead(8);
    let begun = 0;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const work = () => {
      begun += 1;
      return held;
    };
    const blocked = Array.from({ length: 8 }, () => bulkhead.run('agent', work));
    expect(await bulkhead.run('another', () => Promise.resolve('served'))).toBe('served');
    expect(begun).toBe(2);
    letGo();
    await Promise.all(blocked);
  });
});
