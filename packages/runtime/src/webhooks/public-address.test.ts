import { describe, expect, it } from '@jest/globals';
import { mayReach, parseNetworks } from './webhook-guard.js';

describe('an address', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:800::200e', '::ffff:8.8.8.8'])(
    'is let through if it is public: %s',
    (address) => expect(mayReach(address, [])).toBe(true),
  );

  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback beyond .0.1', '127.8.9.10'],
    ['private 10/8', '10.0.0.1'],
    ['private 172.16/12', '172.31.255.255'],
    ['private 192.168/16', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['link-local and cloud metadata', '169.254.169.254'],
    ['IETF assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified, IPv6', '::'],
    ['loopback, IPv6', '::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped private', '::ffff:10.0.0.1'],
    ['IPv4-compatible', '::10.0.0.1'],
    ['IPv4-compatible public', '::8.8.8.8'],
    ['IPv4-translated', '::ffff:0:10.0.0.1'],
    ['the rest of ::/8', 'ff:1::1'],
    ['NAT64', '64:ff9b::10.0.0.1'],
    ['NAT64 of a public address', '64:ff9b::8.8.8.8'],
    ['local NAT64', '64:ff9b:1::1'],
    ['6to4', '2002:0a00:0001::1'],
    ['Teredo', '2001::1'],
    ['unique local', 'fd00::1'],
    ['link-local, IPv6', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['multicast, IPv6', 'ff02::1'],
    ['documentation, IPv6', '2001:db8::1'],
    ['discard', '100::1'],
    ['Oracle’s metadata service', '192.0.0.192'],
    ['Alibaba’s metadata service', '100.100.100.200'],
    ['Amazon’s metadata service over IPv6', 'fd00:ec2::254'],
    ['Google’s metadata service over IPv6', 'fd20:ce::254'],
    ['Azure’s wire server', '168.63.129.16'],
    ['Azure’s wire server, IPv4-mapped', '::ffff:168.63.129.16'],
    ['Azure’s wire server by NAT64', '64:ff9b::168.63.129.16'],
    ['Azure’s wire server by 6to4', '2002:a83f:8110::1'],
    ['Azure’s wire server by ISATAP', '2606:4700::5efe:a83f:8110'],
    ['ISATAP of a global address', '2606:4700::200:5efe:808:808'],
    ['services inside IBM Cloud', '161.26.0.10'],
    ['services inside IBM Cloud, too', '166.9.48.1'],
    ['AS112', '192.175.48.1'],
    ['AMT', '192.52.193.1'],
    ['6to4 relays', '192.88.99.1'],
    ['documentation, IPv4', '203.0.113.1'],
    ['Teredo with a client', '2001:0:4136:e378:8000:63bf:f5ff:fffe'],
    ['benchmarking, IPv6', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['new documentation, IPv6', '3fff::1'],
    ['segment routing', '5f00::1'],
    ['what nobody has been given', '4000::1'],
    ['dummy prefix', '100:0:0:1::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2606:4700:4700::1111%eth0'],
    ['a name', 'example.com'],
    ['nothing', ''],
  ])('is refused: %s', (_range, address) => expect(mayReach(address, [])).toBe(false));

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
