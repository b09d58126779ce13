import { addressBuckets, networkOf, RateLimit } from './rate-limit.js';

const refused = expect.objectContaining({ code: 'rate_limited' });

describe('a rate limit', () => {
  it('can count and refuse apart from each other', async () => {
    const limit = new RateLimit(2);
    await limit.count('a');
    await limit.assertMayCall('a');
    await limit.count('a');
    await expect(limit.assertMayCall('a')).rejects.toEqual(refused);
    await limit.assertMayCall('b');
  });
});

describe('an address', () => {
  it('counts as its /64 network under IPv6, and as itself under IPv4', () => {
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:0db8:1:2::9'));
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
    expect(networkOf('::1')).toBe('0:0:0:0');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
    expect(networkOf('not an address')).toBe('not an address');
  });

  it('has the same key every time, and another one for another name', () => {
    const bucketOf = addressBuckets();
    expect(bucketOf('192.0.2.1')).toBe(bucketOf('::ffff:192.0.2.1'));
    const names = Array.from({ length: 20 }, (_, index) => bucketOf('192.0.2.1', `agent ${index}`));
    expect(new Set(names).size).toBeGreaterThan(10);
  });
});
