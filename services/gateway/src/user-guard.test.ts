import { keptAddress } from './user-guard.js';

describe('the address in the audit log', () => {
  it.each([
    ['full', '192.0.2.7', '192.0.2.7'],
    ['full', '2001:db8::7', '2001:db8::7'],
    ['network', '192.0.2.7', '192.0.2.0/24'],
    ['none', '192.0.2.7', null],
    ['full', '', null],
  ] as const)('is kept as %s: %s becomes %s', (kept, address, expected) => {
    expect(keptAddress(kept)(address)).toBe(expected);
  });

  it('is the same for two hosts of one IPv6 network, if networks are kept', () => {
    const kept = keptAddress('network');
    expect(kept('2001:db8:1:2::7')).toBe(kept('2001:db8:1:2:3:4:5:6'));
    expect(kept('2001:db8:1:2::7')).toBe('2001:db8:1:2::/64');
  });
});
