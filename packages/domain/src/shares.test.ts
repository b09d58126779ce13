import { describe, expect, it } from '@jest/globals';
import { Shares } from './shares.js';

const one = { key: 'one', max: 2 };
const other = { key: 'other', max: 2 };

describe('shares', () => {
  it('are bounded for each holder, and for all together', () => {
    const shares = new Shares(3);
    expect([shares.take([one]), shares.take([one]), shares.take([one])]).toEqual(['taken', 'taken', 'share']);
    expect([shares.take([other]), shares.take([other])]).toEqual(['taken', 'full']);
    shares.release([one], 2);
    expect(shares.take([other])).toBe('taken');
    expect(shares.total).toBe(2);
  });

  it('count once among everything for several holders, and are taken for all of them or for none', () => {
    const shares = new Shares(4);
    expect(shares.take([one, other], 2)).toBe('taken');
    expect(shares.total).toBe(2);
    expect(shares.take([{ key: 'third', max: 9 }, other])).toBe('share');
    shares.release([one, other], 2);
    expect([shares.take([one], 2), shares.take([{ key: 'third', max: 2 }], 2)]).toEqual(['taken', 'taken']);
  });
});
