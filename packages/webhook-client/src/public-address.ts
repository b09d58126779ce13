import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Networks in CIDR notation, as an operator writes them. Throws if one is not valid. */
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
 * Whether a delivery may be sent to this address: it is public unicast, or in a network that the operator allows. A text that is no IP
 * address is not allowed.
 */
export function mayReach(address: string, allowedNetworks: readonly Network[]): boolean {
  const text = plainText(address);
  if (text === null) return false;
  // An IPv4 address in IPv6 form (`::ffff:10.0.0.1`) reaches the same host as its plain form. `process` returns the plain form.
  const bare = ipaddr.process(text);
  if (allowedNetworks.some((network) => contains(network, bare))) return true;
  return bare.range() === 'unicast' && !isLowIpv6(bare);
}

/**
 * The address in the one spelling that the parser below reads like the operating system: it would read `::8.8.8.8` as the IPv4-mapped
 * `::ffff:8.8.8.8`. URLs have only hexadecimal groups. `null` if the text is no address, or has a zone.
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
