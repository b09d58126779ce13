import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@svc/domain';
import { sessionProofOf } from '@svc/sign-in';
import type { SessionUser, UserSessions } from '@svc/sign-in';
import { assertSameSite } from './cross-site.js';
import type { RateLimits } from './rate-limits.js';

export interface UserDoorDependencies {
  sessions: UserSessions;
  rateLimits: RateLimits;
  publicOrigin: string;
}

export type UserDoor = (
  request: { method: string; headers: IncomingHttpHeaders },
  address: string,
) => Promise<SessionUser>;

/**
 * Authenticates users by a bearer token or a session cookie. A write that a cookie authenticates must come from our own pages.
 *
 * Throws ServiceError `unauthorized`, `cross_site_request` or `rate_limited`.
 */
export function createUserDoor({ sessions, rateLimits, publicOrigin }: UserDoorDependencies): UserDoor {
  return async (request, address) => {
    const proof = sessionProofOf(request.headers);
    if (proof === null) throw new ServiceError('unauthorized');
    if (proof.kind === 'cookie') assertSameSite(request, publicOrigin);
    const attempt = { address, name: proof.kind === 'bearer' ? proof.token : proof.cookie };
    await rateLimits.assertMayTryCredentials(attempt);
    const session = await sessions.find(proof);
    if (session === null) {
      await rateLimits.countFailedCredentials(attempt);
      throw new ServiceError('unauthorized');
    }
    await rateLimits.countUserCall(session.user.userId);
    return session.user;
  };
}
