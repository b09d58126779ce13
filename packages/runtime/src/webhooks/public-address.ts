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
  return (
    bare.range() === 'unicast' && !NOT_PUBLIC.some((network) => contains(network, bare)) && isGlobalForm(bare)
  );
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
 * Only `2000::/3` is given out as global unicast (IANA, IPv6 Global Unicast Address Assignments). Outside of it lie forms that carry an IPv4
 * address, such as the deprecated IPv4-compatible `::10.0.0.1` and the local NAT64 prefix `64:ff9b:1::/48` (RFC 8215). Within it, ISATAP
 * puts an IPv4 address behind any prefix: `…:0:5efe:10.0.0.1` (RFC 5214, section 6.1).
 */
function isGlobalForm(address: Address): boolean {
  if (address.kind() === 'ipv4') return true;
  const bytes = address.toByteArray();
  const isIsatap =
    [0, 2].includes(bytes[8] ?? 0) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  return ((bytes[0] ?? 0) & 0xe0) === 0x20 && !isIsatap;
}

/**
 * Networks that the parser takes for public unicast. The first lines are what the IANA registries of special-purpose addresses (RFC 6890)
 * hold beyond what it knows; also those that are reachable worldwide, since no webhook is there. The others were given to a provider
 * of machines, who answers there only to the machines: an IANA registry does not name them.
 */
const NOT_PUBLIC = parseNetworks([
  '192.0.0.0/24', // IETF protocol assignments; 192.0.0.192 is the metadata service of Oracle's classic machines
  '192.31.196.0/24', // AS112 (RFC 7535)
  '192.52.193.0/24', // AMT relays (RFC 7450)
  '192.88.99.0/24', // 6to4 relays (RFC 7526)
  '192.175.48.0/24', // AS112 (RFC 7534)
  '2001::/23', // IETF protocol assignments: Teredo, benchmarking, ORCHID, AMT, …
  '2001:db8::/32', // documentation (RFC 3849)
  '2002::/16', // 6to4 (RFC 3056)
  '2620:4f:8000::/48', // AS112 (RFC 7534)
  '3fff::/20', // documentation (RFC 9637)
  '168.63.129.16/32', // Azure's wire server: keys and settings of the machine
  '161.26.0.0/16', // services inside IBM Cloud
  '166.8.0.0/14', // services inside IBM Cloud
]);
