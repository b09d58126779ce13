import {
  INVITATION_TOKEN_PATTERN,
  invalidField,
  parseBoundedJson,
  ServiceError,
  storableText,
  storableTextNotBlank,
} from '@svc/domain';
import type { Semaphore } from '@svc/domain';
import { networkOf } from '@svc/runtime';
import { CLIENT_ADDRESS_HEADER, sessionProofOf } from '@svc/sign-in';
import type { SignIn } from '@svc/sign-in';
import type { Invitations } from '@svc/store';
import { Router } from 'express';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { unauthenticatedBodies, unauthenticatedShares } from './app.js';
import type { MayInvite } from './operations/parts.js';
import type { PasswordBackoff, PasswordTry } from './password-backoff.js';
import type { RateLimits } from './rate-limits.js';
import { refusalOf } from './sign-in-record.js';
import type { SignInRecord } from './sign-in-record.js';
import { assertSameSite } from './user-guard.js';

export interface SignInRouterOptions {
  signIn: SignIn;
  signUp: 'open' | 'closed';
  /** `yes`: an invitation opens a sign-up that is closed. */
  mayInvite: MayInvite;
  store: { invitations: Pick<Invitations, 'find'> };
  rateLimits: RateLimits;
  backoff: PasswordBackoff;
  passwordHashing: Semaphore;
  record: SignInRecord;
  publicBaseUrl: string;
}

const BODY_BYTES_MAX = 16 * 1024;

/** An e-mail address has at most 320 characters (RFC 3696, section 3). */
const LENGTH_MAX: Readonly<Record<string, number>> = { name: 200, email: 320 };

/** better-auth hands these to the database unseen. A user need not have a picture. */
const PROFILE_TEXTS = new Set(['name', 'image']);

/** All other paths of better-auth answer 404. */
const OFFERED: Readonly<Record<string, 'GET' | 'POST'>> = {
  '/sign-up/email': 'POST',
  '/sign-in/email': 'POST',
  '/sign-out': 'POST',
  '/get-session': 'GET',
  '/list-sessions': 'GET',
  '/revoke-session': 'POST',
  '/revoke-sessions': 'POST',
  '/revoke-other-sessions': 'POST',
  '/change-password': 'POST',
  '/update-user': 'POST',
};

const SIGN_UP = '/sign-up/email';
const SIGN_IN = '/sign-in/email';
const CHANGE_PASSWORD = '/change-password';

/** Counted strictly. A sign-in too, when it is known to which account. */
const COUNTED = new Set([SIGN_UP, CHANGE_PASSWORD]);

const HASHING = new Set([...COUNTED, SIGN_IN]);

/** `/api/auth/*`: better-auth behind our limits, with our errors. */
export function signInRouter(options: SignInRouterOptions): Router {
  const { signIn, signUp, rateLimits, publicBaseUrl, backoff, passwordHashing, record } = options;
  const invitations = options.mayInvite === 'yes' ? options.store.invitations : null;
  const router = Router({ strict: true });

  router.use(async (request, _response, next) => {
    const method = Object.hasOwn(OFFERED, request.path) ? OFFERED[request.path] : undefined;
    if (method === undefined) throw new ServiceError('not_found');
    if (request.method !== method) throw new ServiceError('method_not_allowed');
    assertSameSite(request, publicBaseUrl);
    if (COUNTED.has(request.path)) await rateLimits.countSignIn(request.ip ?? '');
    if (request.path === SIGN_UP && signUp === 'closed' && invitations === null)
      throw new ServiceError('sign_up_closed');
    next();
  });
  const bodies = unauthenticatedBodies();
  router.use((request, response) => {
    const { path, ip = '' } = request;
    const rules = { bytesMax: BODY_BYTES_MAX, shares: unauthenticatedShares(ip) };
    return bodies.use(request, response, rules, (body) => {
      const call = () => answer(request, response, body);
      return HASHING.has(path) ? passwordHashing.run(call, `address ${networkOf(ip)}`) : call();
    });
  });
  return router;

  async function answer(
    request: HttpRequest,
    response: HttpResponse,
    bytes: Buffer | undefined,
  ): Promise<void> {
    const sent = request.method === 'GET' ? null : jsonBodyOf(request, bytes);
    const proof = sessionProofOf(request.headers);
    // The call may end its session.
    const isOfASession = request.path !== SIGN_UP && request.path !== SIGN_IN;
    const session = proof === null || !isOfASession ? null : await signIn.sessions.find(proof);
    const caller = session?.user.userId ?? null;
    if (caller !== null) await rateLimits.countUserCall(caller);
    // The console asks first whether there is a session.
    else if (isOfASession && !(proof === null && request.path === '/get-session')) {
      await rateLimits.countFailedCredentials({ address: request.ip ?? '', name: request.path });
    }
    const tried = await passwordTry(request, { email: sent?.body.email, userId: caller });
    const made = { path: request.path, address: request.ip, userId: caller };
    const call = toWebRequest(request, publicBaseUrl, sent?.text ?? null);
    const isInvited = request.path === SIGN_UP && signUp === 'closed';
    const result = isInvited ? await signUpInvited(call, sent?.invitation) : await signIn.handle(call);
    if (result.status >= 400) {
      const refusal = await refusalOf(result);
      await record.refused({ ...made, email: sent?.body.email }, refusal);
      throw refusal;
    }
    const answered = Buffer.from(await result.arrayBuffer());
    const userId = tried === null ? made.userId : userIn(answered);
    if (tried !== null && userId !== null) await tried.succeeded();
    await record.done({ ...made, userId });
    if (request.method === 'POST') signIn.sessions.forget();
    send(response, result, answered);
  }

  /** The database lets one invitation make one account. */
  async function signUpInvited(call: Request, token: unknown): Promise<Response> {
    if (invitations === null || token === undefined) throw new ServiceError('sign_up_closed');
    const isToken = typeof token === 'string' && INVITATION_TOKEN_PATTERN.test(token);
    const invitationId = isToken ? await invitations.find(token) : null;
    if (!isToken || invitationId === null) throw new ServiceError('invitation_not_valid');
    const result = await signIn.handle(call, { invitationId });
    // Another sign-up may have used it meanwhile.
    if (!result.ok && (await invitations.find(token)) === null)
      throw new ServiceError('invitation_not_valid');
    return result;
  }

  /** `null` for calls that try no password and make no account. */
  async function passwordTry(
    request: HttpRequest,
    { email, userId }: { email: unknown; userId: string | null },
  ): Promise<PasswordTry | null> {
    const address = request.ip ?? '';
    if (request.path === CHANGE_PASSWORD) return userId === null ? null : backoff.change(userId);
    if (request.path === SIGN_IN) {
      if (typeof email === 'string') return backoff.signIn({ email, address });
      // It will be refused for what it lacks.
      await rateLimits.countSignIn(address);
      return null;
    }
    if (request.path !== SIGN_UP || typeof email !== 'string') return null;
    return { succeeded: () => backoff.signedUp({ email, address }) };
  }
}

function userIn(body: Buffer): string {
  const { user } = JSON.parse(body.toString('utf8')) as { user: { id: string } };
  return user.id;
}

function toWebRequest(request: HttpRequest, publicBaseUrl: string, text: string | null): Request {
  const headers = new Headers();
  for (const name of ['authorization', 'cookie', 'user-agent', 'accept'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  if (request.ip !== undefined) headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  const url = publicBaseUrl + request.originalUrl;
  if (text === null) return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: request.method, headers, body: text });
}

/** better-auth's refusal of a body that it cannot read would have another shape. */
function jsonBodyOf(
  request: HttpRequest,
  bytes: Buffer | undefined,
): { text: string; body: { email?: unknown }; invitation?: unknown } {
  if (bytes === undefined || bytes.length === 0) return { text: '{}', body: {} };
  if (request.is('application/json') === false) throw new ServiceError('unsupported_media_type');
  const sent = parseBoundedJson(bytes);
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalidField('body', 'must be object');
  }
  // Null takes a picture away. For any other field it is the same as leaving it out.
  const fields = Object.entries(sent).filter(([name, value]) => value !== null || name === 'image');
  for (const [name, value] of fields) assertStorable(name, value);
  const { invitation, ...body } = Object.fromEntries(fields) as Record<string, unknown>;
  return { text: JSON.stringify(body), body, invitation };
}

/** better-auth would accept what the database refuses, or what no person could read. */
function assertStorable(name: string, value: unknown): void {
  const path = `body.${name}`;
  if (typeof value !== 'string') {
    if (!PROFILE_TEXTS.has(name) || (name === 'image' && value === null)) return;
    throw invalidField(path, 'must be string');
  }
  // The name stands beside the user's messages, as `sender_name`.
  (name === 'name' ? storableTextNotBlank : storableText)(value, path);
  const lengthMax = LENGTH_MAX[name];
  if (lengthMax !== undefined && value.length > lengthMax)
    throw invalidField(path, `must NOT have more than ${lengthMax} characters`);
}

function send(response: HttpResponse, answer: Response, body: Buffer): void {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    // CORS is off, so there is nothing to expose.
    if (name !== 'set-cookie' && name !== 'access-control-expose-headers') response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
  response.setHeader('Cache-Control', 'no-store');
  response.end(body);
}
