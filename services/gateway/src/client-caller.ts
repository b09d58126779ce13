import { networkOf } from '@svc/runtime';
import type { SessionUser } from '@svc/sign-in';
import type { AuditedCall } from '@svc/store';

/** A signed-in user whose call is answered. */
export interface ClientCaller extends SessionUser {
  /** What the audit log says of the call. */
  call: AuditedCall;
}

/** How much of a person's address goes into the audit log: all of it, the network alone, or nothing. */
export const KEPT_ADDRESSES = ['full', 'network', 'none'] as const;
export type KeptAddress = (typeof KEPT_ADDRESSES)[number];

/**
 * What is kept of an address. A network is an IPv4 address without its last number (`192.0.2.0/24`), or the /64 network of an IPv6 address.
 */
export function keptAddress(kept: KeptAddress): (address: string | undefined) => string | null {
  return (address) => {
    if (address === undefined || address === '' || kept === 'none') return null;
    if (kept === 'full') return address;
    const [, begin] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? [];
    return begin === undefined ? `${networkOf(address)}::/64` : `${begin}.0/24`;
  };
}
