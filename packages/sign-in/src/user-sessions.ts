import type { IncomingHttpHeaders } from 'node:http';
import { monotonicClock } from '@svc/runtime';
import type { Clock } from '@svc/runtime';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface SessionUser {
  userId: string;
  /** Display name. */
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
  /** Empties the memory, after a sign-out or a change of the user. */
  forget(): void;
}

export interface UserSessionsOptions {
  lookUp: (proof: SessionProof) => Promise<UserSession | null>;
  /** The clock by which sessions expire. */
  clock: Clock;
  /** Measures how long a session is remembered. Default: the monotonic clock. */
  elapsed?: Clock;
  /** Sessions remembered at most; the one used least recently is forgotten first. Default 10,000. */
  rememberedMax?: number;
}

/** Longer proofs are looked up each time, so that they cannot fill the memory. */
const PROOF_LENGTH_MAX = 1_024;

/** How long a session counts as valid without another look-up, in milliseconds. */
const REMEMBER_MS = 5_000;

/** Remembers sessions for a few seconds, since a look-up takes several times as long as storing a message. */
export function createUserSessions(options: UserSessionsOptions): UserSessions {
  const { lookUp, clock, elapsed = monotonicClock, rememberedMax = 10_000 } = options;
  const remembered = new Map<string, { session: UserSession; untilMs: number }>();
  let generation = 0;

  function recall(key: string): UserSession | null {
    const entry = remembered.get(key);
    if (entry === undefined) return null;
    remembered.delete(key);
    if (entry.untilMs <= elapsed.nowMs() || entry.session.expiresAtMs <= clock.nowMs()) return null;
    // Put back at the end: a Map keeps the order of insertion, so the first entry is the one used least recently.
    remembered.set(key, entry);
    return entry.session;
  }

  function remember(key: string, session: UserSession): void {
    remembered.set(key, { session, untilMs: elapsed.nowMs() + REMEMBER_MS });
    if (remembered.size <= rememberedMax) return;
    const [oldest] = remembered.keys();
    if (oldest !== undefined) remembered.delete(oldest);
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

/** A bearer token counts before a cookie. If the token is not valid, a valid cookie does not help. */
export function sessionProofOf(headers: IncomingHttpHeaders): SessionProof | null {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) {
    const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
    return token === undefined ? null : { kind: 'bearer', token };
  }
  return cookie === undefined ? null : { kind: 'cookie', cookie };
}

/** The form in which a token is stored: the SHA-256 of it, in hex. */
const STORED = /^[0-9a-f]{64}$/;

/** What a request shows about its session. */
export interface ShownToken {
  token: string;
  /** Whether we have signed it, so that it was not guessed. A token without a signature may be one of ours all the same. */
  isSigned: boolean;
}

/**
 * Between the tokens that people carry and the ones that better-auth knows. better-auth keeps a session's token as it is, in the database and
 * in its own hands. So we give it the hash of the token as the token: a reader of the database who shows what is there shows a token
 * whose hash is in no row.
 */
export class SessionTokens {
  readonly #signingKeys: readonly [string, ...string[]];
  /** The tokens that this call has shown or issued, by their stored form. */
  readonly #calls = new AsyncLocalStorage<Map<string, string>>();

  /** @param signingKeys the first is the secret of better-auth, which signs cookies and tokens. What the others have signed is ours too. */
  constructor(...signingKeys: readonly [string, ...string[]]) {
    this.#signingKeys = signingKeys;
  }

  /** The token of a request, or `null` if there is none, or its signature is not ours. The cookie of a session always has a signature. */
  shown(proof: SessionProof, cookieName: string): ShownToken | null {
    const text = proof.kind === 'bearer' ? proof.token : cookieOf(proof.cookie, cookieName);
    if (text === null) return null;
    const decoded = decode(text);
    if (decoded === null) return null;
    const dot = decoded.indexOf('.');
    if (dot === -1) return proof.kind === 'bearer' ? { token: decoded, isSigned: false } : null;
    const token = decoded.slice(0, dot);
    // The texts are compared, because a decoder passes over what follows the signature.
    const given = Buffer.from(decoded.slice(dot + 1));
    const isOurs = this.#signingKeys.some((key) => {
      const expected = Buffer.from(signatureOf(token, key));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return isOurs ? { token, isSigned: true } : null;
  }

  /** The cookie by which better-auth finds the session of this token. */
  cookieFor(token: string, cookieName: string): string {
    return `${cookieName}=${encodeURIComponent(this.#signed(storedToken(token)))}`;
  }

  /** Replaces the token of a session that is about to be stored. The call that creates the session must be under way in {@link answering}. */
  store(token: string): string {
    const stored = storedToken(token);
    this.#calls.getStore()?.set(stored, token);
    return stored;
  }

  /**
   * Does a call, and puts the tokens that the caller has shown or is given into its answer, in place of their hashes. The work can ask for
   * the stored forms of these tokens.
   */
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

  /** The same cookie with the token itself; `null` for any other cookie. */
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

/** The form in which the token of a session is stored. A plain SHA-256 is enough, since a token has 190 random bits. */
export function storedToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The stored form of what a caller names a session by: the token itself, or its stored form, by which sessions are listed. */
export function storedTokenOf(name: string): string {
  return STORED.test(name) ? name : storedToken(name);
}

/** Sign-ups and sign-ins give the token in their body too. */
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
