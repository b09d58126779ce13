import type { IncomingHttpHeaders } from 'node:http';
import { monotonicClock } from '@svc/runtime';
import type { Clock } from '@svc/runtime';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface SessionUser {
  userId: string;
  name: string;
}

export interface UserSession {
  sessionId: string;
  user: SessionUser;
  expiresAtMs: number;
}

export type SessionProof = { kind: 'bearer'; token: string } | { kind: 'cookie'; cookie: string };

export interface UserSessions {
  find(proof: SessionProof): Promise<UserSession | null>;
  /** For a sign-out or a change of the user. */
  forget(): void;
}

export interface UserSessionsOptions {
  lookUp: (proof: SessionProof) => Promise<UserSession | null>;
  clock: Clock;
  /** Measures how long a session is remembered. Default: monotonic. */
  elapsed?: Clock;
}

/** Longer proofs would fill the memory. */
const PROOF_LENGTH_MAX = 1_024;

/** A session counts as valid so long without another look-up. */
const REMEMBER_MS = 5_000;

const REMEMBERED_MAX = 10_000;

/** A look-up takes several times as long as storing a message. */
export function createUserSessions(options: UserSessionsOptions): UserSessions {
  const { lookUp, clock, elapsed = monotonicClock } = options;
  const remembered = new Map<string, { session: UserSession; untilMs: number }>();
  let generation = 0;

  function recall(key: string): UserSession | null {
    const entry = remembered.get(key);
    if (entry === undefined) return null;
    if (entry.untilMs > elapsed.nowMs() && entry.session.expiresAtMs > clock.nowMs()) return entry.session;
    remembered.delete(key);
    return null;
  }

  function remember(key: string, session: UserSession): void {
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(key, { session, untilMs: elapsed.nowMs() + REMEMBER_MS });
  }

  return {
    async find(proof) {
      const key = proof.kind === 'bearer' ? `b${proof.token}` : `c${proof.cookie}`;
      const known = recall(key);
      if (known !== null) return known;
      const before = generation;
      const session = await lookUp(proof);
      // A sign-out during the look-up may have ended the session that was found.
      if (session !== null && key.length <= PROOF_LENGTH_MAX && before === generation) remember(key, session);
      return session;
    },
    forget() {
      generation += 1;
      remembered.clear();
    },
  };
}

/** A bearer token, even a wrong one, counts before a cookie. */
export function sessionProofOf(headers: IncomingHttpHeaders): SessionProof | null {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) {
    const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
    return token === undefined ? null : { kind: 'bearer', token };
  }
  return cookie === undefined ? null : { kind: 'cookie', cookie };
}

/** SHA-256 in hex. */
const STORED = /^[0-9a-f]{64}$/;

export interface ShownToken {
  token: string;
  /** A token without our signature may be one of ours all the same. */
  isSigned: boolean;
}

/**
 * better-auth keeps a session's token as it is. So we give it the hash in place of the token: what a reader
 * of the database could show is no token.
 */
export class SessionTokens {
  readonly #signingKeys: readonly [string, ...string[]];
  /** The tokens that this call has shown or issued, by their stored form. */
  readonly #calls = new AsyncLocalStorage<Map<string, string>>();

  /** The first key is better-auth's secret, which signs. What the others have signed is ours too. */
  constructor(...signingKeys: readonly [string, ...string[]]) {
    this.#signingKeys = signingKeys;
  }

  /** `null` if there is no token, or its signature is not ours. Cookies always have one. */
  shown(proof: SessionProof, cookieName: string): ShownToken | null {
    const text = proof.kind === 'bearer' ? proof.token : cookieOf(proof.cookie, cookieName);
    if (text === null) return null;
    const decoded = decode(text);
    if (decoded === null) return null;
    const dot = decoded.indexOf('.');
    if (dot === -1) return proof.kind === 'bearer' ? { token: decoded, isSigned: false } : null;
    const token = decoded.slice(0, dot);
    // As texts, because a decoder passes over what follows the signature.
    const given = Buffer.from(decoded.slice(dot + 1));
    const isOurs = this.#signingKeys.some((key) => {
      const expected = Buffer.from(signatureOf(token, key));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return isOurs ? { token, isSigned: true } : null;
  }

  cookieFor(token: string, cookieName: string): string {
    return `${cookieName}=${encodeURIComponent(this.#signed(storedToken(token)))}`;
  }

  /** Replaces the token of a new session, whose call must be under way in {@link answering}. */
  store(token: string): string {
    const stored = storedToken(token);
    this.#calls.getStore()?.set(stored, token);
    return stored;
  }

  /** Puts tokens that the caller has shown or is given into the answer. `own` gives their stored forms. */
  async answering(
    shown: string | null,
    cookieName: string,
    work: (own: () => string[]) => Promise<Response>,
  ): Promise<Response> {
    const known = new Map<string, string>();
    if (shown !== null) known.set(storedToken(shown), shown);
    const answer = await this.#calls.run(known, () => work(() => [...known.keys()]));
    return this.#withTokens(answer, known, cookieName);
  }

  async #withTokens(answer: Response, known: Map<string, string>, cookieName: string): Promise<Response> {
    const headers = new Headers(answer.headers);
    headers.delete('set-cookie');
    for (const cookie of answer.headers.getSetCookie()) {
      const given = this.#inCookie(cookie, known, cookieName);
      headers.append('set-cookie', given?.cookie ?? cookie);
      // For clients that keep no cookies.
      if (given !== null) headers.set('set-auth-token', given.value);
    }
    return new Response(await bodyWithToken(answer, known), { status: answer.status, headers });
  }

  #inCookie(cookie: string, known: Map<string, string>, cookieName: string) {
    for (const [stored, token] of known) {
      const before = `${cookieName}=${encodeURIComponent(this.#signed(stored))}`;
      if (!cookie.startsWith(before)) continue;
      const value = encodeURIComponent(this.#signed(token));
      return { value, cookie: `${cookieName}=${value}${cookie.slice(before.length)}` };
    }
    return null;
  }

  #signed(value: string): string {
    return `${value}.${signatureOf(value, this.#signingKeys[0])}`;
  }
}

function signatureOf(value: string, signingKey: string): string {
  return createHmac('sha256', signingKey).update(value).digest('base64');
}

/** A plain hash is enough, since a token has 190 random bits. */
export function storedToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A session is named by its token, or by the stored form, which lists have. */
export function storedTokenOf(name: string): string {
  return STORED.test(name) ? name : storedToken(name);
}

/** For sign-ups and sign-ins, which give the token in their body too. */
async function bodyWithToken(answer: Response, known: Map<string, string>): Promise<string> {
  const text = await answer.text();
  if (answer.headers.get('content-type')?.startsWith('application/json') !== true || text === '') return text;
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null || !('token' in body)) return text;
  const token = typeof body.token === 'string' ? known.get(body.token) : undefined;
  return token === undefined ? text : JSON.stringify({ ...body, token });
}

function cookieOf(header: string, name: string): string | null {
  const cookies = header.split(';').map((part) => part.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
