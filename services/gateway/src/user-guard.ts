import type { IncomingHttpHeaders } from 'node:http';
import { apiKeyIdOf, ServiceError } from '@svc/domain';
import type { ApiKeyScope } from '@svc/domain';
import { networkOf } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import { sessionProofOf } from '@svc/sign-in';
import type { SessionProof, SessionUser, SignIn } from '@svc/sign-in';
import { noteKeyUse, proveApiKey } from '@svc/store';
import type { AuditedCall, Store } from '@svc/store';
import type { GatewayConfig } from './env.js';
import type { RateLimits } from './rate-limits.js';

export interface UserGuardDependencies {
  signIn: Pick<SignIn, 'sessions' | 'isSigned'>;
  store: Pick<Store, 'apiKeys'>;
  rateLimits: RateLimits;
  publicOrigin: string;
  /** What is kept of a caller's address. */
  keptAddress: (address: string) => string | null;
  logger: Logger;
}

/** @param scope what an API key needs; `null` if no key opens the call. A session opens every call. */
export type UserGuard = (
  request: { method: string; headers: IncomingHttpHeaders },
  address: string,
  scope: ApiKeyScope | null,
) => Promise<ClientCaller>;

/**
 * A session's cookie or bearer token, or an API key. A write with a cookie must come from our own pages.
 *
 * @throws ServiceError `unauthorized`, `key_expired`, `key_revoked`, `scope_missing`, `cross_site_request`,
 *   `rate_limited`.
 */
export function createUserGuard(deps: UserGuardDependencies): UserGuard {
  const { signIn, store, rateLimits, publicOrigin, logger } = deps;
  return async (request, address, scope) => {
    const proof = sessionProofOf(request.headers);
    if (proof === null) throw new ServiceError('unauthorized');
    const isKey = proof.kind === 'bearer' && apiKeyIdOf(proof.token) !== null;
    const { user, apiKey } = isKey
      ? await byKey(proof.token, { address, scope })
      : { user: await bySession(request, { address, proof }), apiKey: null };
    return { ...user, call: { address: deps.keptAddress(address), apiKey } };
  };

  async function bySession(
    request: { method: string; headers: IncomingHttpHeaders },
    { address, proof }: { address: string; proof: SessionProof },
  ): Promise<SessionUser> {
    if (proof.kind === 'cookie') assertSameSite(request, publicOrigin);
    const session = await signIn.sessions.find(proof);
    if (session === null) {
      const name = proof.kind === 'bearer' ? proof.token : proof.cookie;
      await rateLimits.countFailedCredentials({ address, name, isGuess: !signIn.isSigned(proof) });
      throw new ServiceError('unauthorized');
    }
    await rateLimits.countUserCall(session.user.userId);
    return session.user;
  }

  async function byKey(
    text: string,
    { address, scope }: { address: string; scope: ApiKeyScope | null },
  ): Promise<{ user: SessionUser; apiKey: AuditedCall['apiKey'] }> {
    const proof = await proveApiKey(store.apiKeys, text);
    if (proof?.outcome !== 'proven') {
      const hasEnded = proof?.outcome === 'key_expired' || proof?.outcome === 'key_revoked';
      const name = apiKeyIdOf(text) ?? text;
      await rateLimits.countFailedCredentials({ address, name, isGuess: !hasEnded });
      throw new ServiceError(hasEnded ? proof.outcome : 'unauthorized');
    }
    await rateLimits.countUserCall(proof.user.userId);
    noteKeyUse(proof.keyId, { keys: store.apiKeys, logger });
    if (scope === null || !proof.scopes.includes(scope)) throw new ServiceError('scope_missing');
    return { user: proof.user, apiKey: { keyId: proof.keyId, name: proof.keyName } };
  }
}

export interface ClientCaller extends SessionUser {
  call: AuditedCall;
}

/** `network`: the first three numbers of an IPv4 address (`192.0.2.0/24`), or the /64 network of IPv6. */
export function keptAddress(
  kept: GatewayConfig['auditAddresses'],
): (address: string | undefined) => string | null {
  return (address) => {
    if (address === undefined || address === '' || kept === 'none') return null;
    if (kept === 'full') return address;
    const [, begin] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? [];
    return begin === undefined ? `${networkOf(address)}::/64` : `${begin}.0/24`;
  };
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site's page made a browser send with the user's cookie. `Sec-Fetch-Site` decides,
 * since pages cannot set it (W3C Fetch Metadata), else `Origin`. A browser sends one of them with every
 * write, so a write with a cookie and neither is refused too.
 */
export function assertSameSite(
  request: { method: string; headers: IncomingHttpHeaders },
  publicOrigin: string,
): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
  } else if (headers.origin !== undefined) {
    if (headers.origin === publicOrigin) return;
  } else if (headers.cookie === undefined) {
    return;
  }
  throw new ServiceError('cross_site_request');
}
