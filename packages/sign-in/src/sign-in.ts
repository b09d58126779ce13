import { AsyncLocalStorage } from 'node:async_hooks';
import { hkdfSync } from 'node:crypto';
import { errorCodesOf } from '@svc/domain';
import { saysBackendIsAway } from '@svc/runtime';
import type { Clock, Logger } from '@svc/runtime';
import type { Store, ApiKeys } from '@svc/store';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { DatabaseFailures, DeletedUserError } from './database-failures.js';
import {
  SessionTokens,
  storedToken,
  storedTokenOf,
  createUserSessions,
  sessionProofOf,
} from './user-sessions.js';
import type { SessionProof, UserSession, UserSessions } from './user-sessions.js';
import { noteKeyUse, proveApiKey } from '@svc/store';

export interface SignInOptions {
  store: Pick<Store, 'prisma' | 'openSessionsAmong'>;
  /** The keys that sign cookies and tokens derive from these. The first signs; signatures of all are ours. */
  secretsKeys: readonly [Buffer, ...Buffer[]];
  publicBaseUrl: string;
  logger: Logger;
  clock: Clock;
  /** Called when sessions of a user end before their time. Default: nothing. */
  onSessionsEnded?: (userId: string) => void;
}

export interface SignIn {
  /**
   * Answers `/api/auth/*` as better-auth does, but in lists of sessions `token` is a name that opens nothing.
   * Rejects with the database's own error if the database is away.
   *
   * @param options.invitationId with which a sign-up makes an account. The database refuses a second one.
   */
  handle(request: Request, options?: { invitationId?: string }): Promise<Response>;
  /** An answer may be some seconds old. */
  sessions: UserSessions;
  /** Whether the proof was not guessed. Costs no look-up. */
  isSigned(proof: SessionProof): boolean;
  /** Costs some milliseconds. */
  findSession(proof: SessionProof): Promise<UserSession | null>;
  /** The caller bounds how often it may be asked. */
  isPasswordOf(userId: string, password: string): Promise<boolean>;
  /** Which of these sessions have neither ended nor expired. */
  openAmong(sessionIds: readonly string[]): Promise<Set<string>>;
}

/** Carries the caller's address to better-auth, which stores it with the session. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/** Over HTTPS `__Secure-` stands before it. */
const COOKIE_NAME = 'better-auth.session_token';

export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

export function createSignIn(options: SignInOptions): SignIn {
  const { store, secretsKeys, publicBaseUrl, logger, clock, onSessionsEnded = () => undefined } = options;
  const isHttps = new URL(publicBaseUrl).protocol === 'https:';
  const cookieName = isHttps ? `__Secure-${COOKIE_NAME}` : COOKIE_NAME;
  const failures = new DatabaseFailures();
  const [secret, ...formerSecrets] = signingKeys(secretsKeys);
  const tokens = new SessionTokens(secret, ...formerSecrets);
  const invited = new AsyncLocalStorage<string>();
  const auth = betterAuth({
    database: prismaAdapter(failures.watch(store.prisma), { provider: 'postgresql', transaction: true }),
    secret,
    baseURL: publicBaseUrl,
    basePath: '/api/auth',
    trustedOrigins: [new URL(publicBaseUrl).origin],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
    },
    user: {
      additionalFields: {
        invitationId: { type: 'string', required: false, input: false, returned: false },
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => {
            const invitationId = invited.getStore();
            if (invitationId !== undefined) return { data: { ...user, invitationId } };
          },
        },
      },
      session: {
        create: { before: async ({ token }) => ({ data: { token: tokens.store(token) } }) },
        delete: { after: async ({ userId }) => onSessionsEnded(userId) },
      },
      // Before the password changes, so that no session is left under the new one if this process dies.
      account: {
        update: {
          before: async (change, context) => {
            const session = context?.context.session;
            if (typeof change.password === 'string' && session) {
              await endSessions({ userId: session.user.id, except: [session.session.token] });
            }
          },
        },
      },
    },
    // Ours count calls before.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      cookies: { session_token: { name: COOKIE_NAME } },
      useSecureCookies: isHttps,
      // Ours comes first, and trusts the browser's header more than a list of origins.
      disableCSRFCheck: true,
      // What verifies by mail, or signs in by another provider, is not offered, and has no table or column.
      database: { validateSchema: false },
    },
    logger: {
      level: 'warn',
      log: (level, message, ...details: unknown[]) => {
        const isFault =
          level === 'error' && !details.some((detail) => isTaken(detail) || saysBackendIsAway(detail));
        const codes = details.flatMap(errorCodesOf);
        logger[isFault ? 'error' : 'warn']({ part: 'better-auth', codes }, message);
      },
    },
  });

  /** better-auth reads the session from its cookie alone, by its stored token. */
  function asKnown(headers: Headers, proof: SessionProof | null): { headers: Headers; token: string | null } {
    const token = proof === null ? null : (tokens.shown(proof, cookieName)?.token ?? null);
    const cookies = (headers.get('cookie') ?? '')
      .split(';')
      .map((cookie) => cookie.trim())
      .filter((cookie) => cookie !== '' && !cookie.startsWith(`${cookieName}=`));
    if (token !== null) cookies.push(tokens.cookieFor(token, cookieName));
    const known = new Headers(headers);
    known.delete('authorization');
    known.delete('cookie');
    if (cookies.length > 0) known.set('cookie', cookies.join('; '));
    return { headers: known, token };
  }

  function handle(request: Request, { invitationId }: { invitationId?: string } = {}): Promise<Response> {
    return invitationId === undefined ? answer(request) : invited.run(invitationId, () => answer(request));
  }

  async function answer(request: Request): Promise<Response> {
    const { headers, token } = asKnown(
      request.headers,
      sessionProofOf({
        authorization: request.headers.get('authorization') ?? undefined,
        cookie: request.headers.get('cookie') ?? undefined,
      }),
    );
    const { method, url } = request;
    const { pathname } = new URL(url);
    const body = method === 'GET' ? null : withStoredToken(pathname, await request.text());
    const known = new Request(url, { method, headers, body });
    const handled = (own: () => string[]): Promise<Response> =>
      failures.rethrow(async () => {
        const answer = await auth.handler(known);
        if (!answer.ok || !pathname.endsWith('/change-password')) return answer;
        // A sign-in with the former password may have come meanwhile.
        const text = await answer.text();
        const { user } = JSON.parse(text) as { user: { id: string } };
        await endSessions({ userId: user.id, except: own() });
        return new Response(text, answer);
      });
    return tokens.answering(token, cookieName, (own) => handled(own).catch(refusedSession));
  }

  /** `except` are stored tokens. */
  async function endSessions({ userId, except }: { userId: string; except: string[] }): Promise<void> {
    const { count } = await store.prisma.session.deleteMany({
      where: { userId, token: { notIn: except } },
    });
    if (count > 0) onSessionsEnded(userId);
  }

  async function lookUp(proof: SessionProof): Promise<UserSession | null> {
    const { headers, token } = asKnown(new Headers(), proof);
    if (token === null) return null;
    // Anybody may show a wrong token. better-auth takes fifteen times as long to find that out.
    const stored = { token: storedToken(token) };
    if ((await store.prisma.session.findUnique({ where: stored, select: { id: true } })) === null)
      return null;
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

  async function isPasswordOf(userId: string, password: string): Promise<boolean> {
    const account = await store.prisma.account.findFirst({
      where: { userId, providerId: 'credential' },
      select: { password: true },
    });
    const hash = account?.password ?? null;
    return hash !== null && (await auth.$context).password.verify({ hash, password });
  }

  return {
    handle,
    isSigned: (proof) => tokens.shown(proof, cookieName)?.isSigned === true,
    sessions: createUserSessions({ lookUp, clock }),
    findSession: lookUp,
    isPasswordOf,
    openAmong: store.openSessionsAmong,
  };
}

/** Another user has taken an address or an invitation meanwhile (Prisma, error P2002). Nothing is broken. */
function isTaken(detail: unknown): boolean {
  return detail instanceof Error && 'code' in detail && detail.code === 'P2002';
}

/** The account was gone before its password was checked. */
function refusedSession(error: unknown): Response {
  if (!(error instanceof DeletedUserError)) throw error;
  const message = 'Invalid email or password';
  return Response.json({ code: 'INVALID_EMAIL_OR_PASSWORD', message }, { status: 401 });
}

/** Derived (RFC 5869): a leak of this key says nothing about the one that seals agent secrets. */
function signingKeys([first, ...others]: readonly [Buffer, ...Buffer[]]): [string, ...string[]] {
  const signingKey = (key: Buffer): string =>
    Buffer.from(hkdfSync('sha256', key, '', 'sign-in', 32)).toString('base64url');
  return [signingKey(first), ...others.map(signingKey)];
}

/** A session is revoked by the name in its list, or by its token. */
function withStoredToken(path: string, text: string): string {
  if (!path.endsWith('/revoke-session')) return text;
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null || !('token' in body) || typeof body.token !== 'string') {
    return text;
  }
  return JSON.stringify({ ...body, token: storedTokenOf(body.token) });
}

export interface ApiKeySignIn {
  signIn: Pick<SignIn, 'findSession' | 'openAmong'>;
  apiKeys: Pick<ApiKeys, 'activeAmong' | 'identify' | 'noteUse'>;
  logger: Pick<Logger, 'warn'>;
}

/** No id of a session begins so. */
const KEY_PREFIX = 'pat_';

/** A key that may read looks like a session, which has the key's id and ends with the key. */
export function withApiKeys({
  signIn,
  apiKeys,
  logger,
}: ApiKeySignIn): Pick<SignIn, 'findSession' | 'openAmong'> {
  return {
    async findSession(proof) {
      const key = proof.kind === 'bearer' ? await proveApiKey(apiKeys, proof.token) : null;
      if (key === null) return signIn.findSession(proof);
      if (key.outcome !== 'proven' || !key.scopes.includes('read')) return null;
      noteKeyUse(key.keyId, { keys: apiKeys, logger });
      return { sessionId: key.keyId, user: key.user, expiresAtMs: key.endsAt.getTime() };
    },

    async openAmong(ids) {
      const isKey = (id: string): boolean => id.startsWith(KEY_PREFIX);
      const keyIds = ids.filter(isKey);
      const [sessions, keys] = await Promise.all([
        signIn.openAmong(ids.filter((id) => !isKey(id))),
        keyIds.length === 0 ? new Set<string>() : apiKeys.activeAmong(keyIds),
      ]);
      return new Set([...sessions, ...keys]);
    },
  };
}
