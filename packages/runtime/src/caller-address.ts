import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from 'proxy-addr';
import type { EnvironmentReader } from './environment.js';
import { networkOf } from './rate-limit.js';

/** The address that a request came from, and the network that counts as one caller. */
export interface CallerAddress {
  /** An IP address as text. */
  address: string;
  /** The address; of an IPv6 address its /64 network, because one host can use all of it. */
  network: string;
}

export type AddressReader = (request: IncomingMessage) => CallerAddress;

/** Proxies whose `X-Forwarded-For` is believed, in CIDR notation (`TRUSTED_PROXIES`). Default: loopback. */
export function readTrustedProxies(read: EnvironmentReader): readonly string[] {
  return read.networks('TRUSTED_PROXIES', { default: LOOPBACK_NETWORKS });
}

export const LOOPBACK_NETWORKS: readonly string[] = ['127.0.0.0/8', '::1/128'];

/**
 * Finds out who calls behind any number of proxies: the last address of the way that is no trusted proxy. What stands before it in
 * `X-Forwarded-For` was said by an untrusted caller. Some proxies write ports as well, which are left out: each connection would be another caller. If no address
 * stands there, such as `unknown`, the proxy that wrote it counts.
 */
export function addressReader(trustedProxies: readonly string[]): AddressReader {
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  return (request) => {
    const way = proxyAddress.all(request, (hop, index) => isTrusted(addressIn(hop) ?? hop, index));
    // A connection that has broken off has no address.
    const address = way.map(addressIn).findLast((found) => found !== null) ?? '';
    return { address, network: networkOf(address) };
  };
}

/** The IP address in a text such as `203.0.113.9:51234` or `[2001:db8::1]:443`, or `null`. */
function addressIn(hop: string | undefined): string | null {
  if (hop === undefined) return null;
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(hop) ?? [];
  const address = bracketed ?? dotted ?? hop;
  return isIP(address) === 0 ? null : address;
}
