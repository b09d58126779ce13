import { mayReach, parseNetworks } from './webhook-guard.js';

const words = (line: string) => line.split(' ');

describe('an address', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:800::200e', '::ffff:8.8.8.8'])(
    'is let through if it is public: %s',
    (address) => expect(mayReach(address, [])).toBe(true),
  );

  it.each([
    ...words('0.0.0.0 0.1.2.3 127.0.0.1 127.8.9.10 10.0.0.1 172.31.255.255 192.168.1.1 100.64.0.1'),
    ...words('169.254.169.254 192.0.0.8 192.0.2.1 198.18.0.1 203.0.113.1 224.0.0.1 240.0.0.1'),
    ...words('255.255.255.255 192.175.48.1 192.52.193.1 192.88.99.1'),
  ])('is refused if it is for a special purpose: %s', (address) => expect(mayReach(address, [])).toBe(false));

  it.each([
    ...words(':: ::1 ff:1::1 fd00::1 fe80::1 fec0::1 ff02::1 2001:db8::1 100::1 100:0:0:1::1 2001:2::1'),
    ...words('2001:20::1 3fff::1 5f00::1 4000::1'),
  ])('is refused if it is for a special purpose in IPv6: %s', (address) =>
    expect(mayReach(address, [])).toBe(false),
  );

  it.each([
    ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:168.63.129.16']],
    ['IPv4-compatible', ['::10.0.0.1', '::8.8.8.8']],
    ['IPv4-translated', ['::ffff:0:10.0.0.1']],
    ['NAT64', ['64:ff9b::10.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b::168.63.129.16']],
    ['6to4', ['2002:0a00:0001::1', '2002:a83f:8110::1']],
    ['Teredo', ['2001::1', '2001:0:4136:e378:8000:63bf:f5ff:fffe']],
    ['ISATAP', ['2606:4700::5efe:a83f:8110', '2606:4700::200:5efe:808:808']],
  ])('is refused if it carries an IPv4 address: %s', (_form, addresses) =>
    expect(addresses.filter((address) => mayReach(address, []))).toEqual([]),
  );

  it.each([
    ['Oracle', ['192.0.0.192']],
    ['Alibaba', ['100.100.100.200']],
    ['Amazon', ['fd00:ec2::254']],
    ['Google', ['fd20:ce::254']],
    ['Azure', ['168.63.129.16']],
    ['IBM', ['161.26.0.10', '166.9.48.1']],
  ])('is refused if it is inside the cloud of %s', (_provider, addresses) =>
    expect(addresses.filter((address) => mayReach(address, []))).toEqual([]),
  );

  it.each(['fe80::1%eth0', '2606:4700:4700::1111%eth0', 'example.com', ''])(
    'is refused with a zone, or if it is none: %j',
    (address) => expect(mayReach(address, [])).toBe(false),
  );

  it('is let through if an allowed network holds it, in IPv6 dress too', () => {
    const loopback = parseNetworks(['127.0.0.0/8', '::1/128']);
    expect(mayReach('127.0.0.1', loopback)).toBe(true);
    expect(mayReach('::1', loopback)).toBe(true);
    expect(mayReach('::ffff:127.0.0.1', loopback)).toBe(true);
    expect(mayReach('10.0.0.1', loopback)).toBe(false);
    expect(mayReach('::2', loopback)).toBe(false);
  });

  it('is compared only with networks of its own family', () => {
    expect(mayReach('10.0.0.1', parseNetworks(['::/0']))).toBe(false);
    expect(mayReach('fd00::1', parseNetworks(['0.0.0.0/0']))).toBe(false);
  });
});
