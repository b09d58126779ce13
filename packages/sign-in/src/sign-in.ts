import { hkdfSync } from 'node:crypto';
import type { Clock, Logger } from '@svc/runtime';
import type { Store } from '@svc/store';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { bearer } from 'better-auth/plugins/bearer';
import { DatabaseFailures } from './database-failures.js';
import { createUserSessions } from './user-sessions.js';
import type { SessionProof, UserSession, UserSessions } from './user-sessions.js';

export interface SignInOptions {
  store: Pick<Store, 'prisma'>;
  /** The 32 bytes of SECRETS_KEY, from which the key that signs cookies and tokens is derived. */
  secretsKey: Buffer;
  publicBaseUrl: string;
  logger: Logger;
  clock: Clock;
}

export interface SignIn {
  /** Answers a request to `/api/auth/*`, in better-auth's own shapes. Rejects with the database's own error if the database is away. */
  handle(request: Request): Promise<Response>;
  /** Looks sessions up for calls. A user makes many calls, so an answer may be some seconds old. */
  sessions: UserSessions;
  /** The session that the proof opens now, or `null`. Costs some milliseconds. */
  findSession(proof: SessionProof): Promise<UserSession | null>;
  /** Which of these sessions have neither ended nor expired, by id. */
  openAmong(sessionIds: readonly string[]): Promise<Set<string>>;
}

/** The header that carries the caller's address to better-auth, which stores it with the session. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** Users, passwords and sessions: better-auth on our own tables. */
export function createSignIn({ store, secretsKey, publicBaseUrl, logger, clock }: SignInOptions): SignIn {
  const failures = new DatabaseFailures();
  const auth = betterAuth({
    database: prismaAdapter(failures.watch(store.prisma), { provider: 'postgresql', transaction: true }),
    secret: signingKey(secretsKey),
    baseURL: publicBaseUrl,
    basePath: '/api/auth',
    trustedOrigins: [new URL(publicBaseUrl).origin],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
    },
    plugins: [bearer()],
    // Our own limits count calls before better-auth gets them.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Our own check comes first. It trusts the browser's header more than a list of origins.
      disableCSRFCheck: true,
    },
    logger: {
      level: 'warn',
      log: (level, message) => logger[level === 'error' ? 'error' : 'warn']({ part: 'better-auth' }, message),
    },
  });

  async function lookUp(proof: SessionProof): Promise<UserSession | null> {
    const headers = new Headers();
    if (proof.kind === 'bearer') headers.set('authorization', `Bearer ${proof.token}`);
    else headers.set('cookie', proof.cookie);
    const found = await failures.rethrow(() =>
      auth.api.getSession({
        headers,
        // A cookie is renewed only by `/api/auth/get-session`, whose answer can carry the new one.
        query: proof.kind === 'cookie' ? { disableRefresh: true } : {},
      }),
    );
    if (found === null) return null;
    return {
      sessionId: found.session.id,
      user: { userId: found.user.id, name: found.user.name },
      expiresAtMs: new Date(found.session.expiresAt).getTime(),
    };
  }

  async function openAmong(sessionIds: readonly string[]): Promise<Set<string>> {
    const found = await store.prisma.$queryRaw<{ id: string }[]>`
      SELECT id FROM session WHERE id = ANY (${sessionIds}::text[]) AND expires_at > now()`;
    return new Set(found.map(({ id }) => id));
  }

  return {
    handle: (request) => failures.rethrow(() => auth.handler(request)),
    sessions: createUserSessions({ lookUp, clock }),
    findSession: lookUp,
    openAmong,
  };
}

/** Derived, so that a leak of this key says nothing about the one that seals agent secrets (RFC 5869). */
function signingKey(secretsKey: Buffer): string {
  return Buffer.from(hkdfSync('sha256', secretsKey, '', 'sign-in', 32)).toString('base64url');
}
