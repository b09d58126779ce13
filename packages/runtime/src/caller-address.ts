import type { IncomingMessage } from 'node:http';
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
 * `X-Forwarded-For` was said by a stranger.
 */
export function addressReader(trustedProxies: readonly string[]): AddressReader {
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  return (request) => {
    // A connection that has broken off has no address.
    const address = proxyAddress(request, isTrusted) ?? '';
    return { address, network: networkOf(address) };
  };
}
