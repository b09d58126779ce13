import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Networks in CIDR notation, as an operator writes them. Throws on one that is none. */
export function parseNetworks(networks: readonly string[]): Network[] {
  return networks.map((network) => {
    try {
      return ipaddr.parseCIDR(network);
    } catch (cause) {
      throw new Error(`Not a network in CIDR notation: ${network}`, { cause });
    }
  });
}

/**
 * Whether a delivery may be sent to this address: it is public unicast, or in a network that the operator lets through.
 * What is no IP address at all may not.
 */
export function mayReach(address: string, allowedNetworks: readonly Network[]): boolean {
  const text = plainText(address);
  if (text === null) return false;
  // An IPv4 address in IPv6 dress (`::ffff:10.0.0.1`) reaches the same host as its plain form. `process` takes the dress off.
  const bare = ipaddr.process(text);
  if (allowedNetworks.some((network) => contains(network, bare))) return true;
  return bare.range() === 'unicast' && !isLowIpv6(bare);
}

/**
 * The address in the one spelling that the parser below reads as the operating system does: it would take `::8.8.8.8` for the
 * IPv4-mapped `::ffff:8.8.8.8`. URLs know only hexadecimal groups. `null` for what is no address, or has a zone.
 */
function plainText(address: string): string | null {
  if (isIP(address) === 4) return address;
  const url = `http://[${address}]`;
  return isIP(address) === 6 && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null;
}

function contains([base, prefixLength]: Network, address: Address): boolean {
  return base.kind() === address.kind() && address.match(base, prefixLength);
}

/**
 * All of `::/8` is reserved (RFC 4291, section 2.4). It holds forms that carry an IPv4 address, such as the deprecated
 * IPv4-compatible `::10.0.0.1` and the local NAT64 prefix `64:ff9b:1::/48` (RFC 8215), not all of which have a range of their own.
 */
function isLowIpv6(address: Address): boolean {
  return address.kind() === 'ipv6' && (address.toByteArray()[0] ?? 0) === 0;
}
