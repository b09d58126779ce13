import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@svc/domain';
import { sessionProofOf } from '@svc/sign-in';
import type { SignIn } from '@svc/sign-in';
import type { ClientCaller } from './client-caller.js';
import { assertSameSite } from './cross-site.js';
import type { RateLimits } from './rate-limits.js';

export interface UserDoorDependencies {
  signIn: Pick<SignIn, 'sessions' | 'isSigned'>;
  rateLimits: RateLimits;
  publicOrigin: string;
  /** What is kept of the address of a caller. */
  keptAddress: (address: string) => string | null;
}

export type UserDoor = (
  request: { method: string; headers: IncomingHttpHeaders },
  address: string,
) => Promise<ClientCaller>;

/**
 * Authenticates users by a bearer token or a session cookie. A write that a cookie authenticates must come from our own pages.
 *
 * Throws ServiceError `unauthorized`, `cross_site_request` or `rate_limited`.
 */
export function createUserDoor(deps: UserDoorDependencies): UserDoor {
  const { signIn, rateLimits, publicOrigin } = deps;
  return async (request, address) => {
    const proof = sessionProofOf(request.headers);
    if (proof === null) throw new ServiceError('unauthorized');
    if (proof.kind === 'cookie') assertSameSite(request, publicOrigin);
    const name = proof.kind === 'bearer' ? proof.token : proof.cookie;
    const attempt = { address, name, isGuess: !signIn.isSigned(proof) };
    await rateLimits.assertMayTryCredentials(attempt);
    const session = await signIn.sessions.find(proof);
    if (session === null) {
      await rateLimits.countFailedCredentials(attempt);
      throw new ServiceError('unauthorized');
    }
    await rateLimits.countUserCall(session.user.userId);
    return { ...session.user, address: deps.keptAddress(address) };
  };
}
