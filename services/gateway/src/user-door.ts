import type { IncomingHttpHeaders } from 'node:http';
import { apiKeyIdOf, ServiceError } from '@svc/domain';
import type { ApiKeyScope } from '@svc/domain';
import type { Logger } from '@svc/runtime';
import { sessionProofOf } from '@svc/sign-in';
import type { SessionProof, SessionUser, SignIn } from '@svc/sign-in';
import { noteKeyUse, proveApiKey } from '@svc/store';
import type { AuditedCall, Store } from '@svc/store';
import type { ClientCaller } from './client-caller.js';
import { assertSameSite } from './cross-site.js';
import type { RateLimits } from './rate-limits.js';

export interface UserDoorDependencies {
  signIn: Pick<SignIn, 'sessions' | 'isSigned'>;
  store: Pick<Store, 'apiKeys'>;
  rateLimits: RateLimits;
  publicOrigin: string;
  /** What is kept of the address of a caller. */
  keptAddress: (address: string) => string | null;
  logger: Logger;
}

/** @param scope what an API key needs for this call; `null` if no key opens it. A session opens every call. */
export type UserDoor = (
  request: { method: string; headers: IncomingHttpHeaders },
  address: string,
  scope: ApiKeyScope | null,
) => Promise<ClientCaller>;

/**
 * Authenticates users by a session cookie, by the bearer token of a session, or by an API key in its place. A write that a cookie authenticates
 * must come from our own pages.
 *
 * Throws ServiceError `unauthorized`, `key_expired`, `key_revoked`, `scope_missing`, `cross_site_request` or `rate_limited`.
 */
export function createUserDoor(deps: UserDoorDependencies): UserDoor {
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
