import type { IncomingHttpHeaders } from 'node:http';
import { monotonicClock } from '@svc/runtime';
import type { Clock } from '@svc/runtime';

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

/** The proof of a session that a request carries. */
export type SessionProof = { kind: 'bearer'; token: string } | { kind: 'cookie'; cookie: string };

export interface UserSessions {
  /** The session that the proof opens, or `null`. */
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
  /** How long a session counts as valid without another look-up, in milliseconds. Default 5,000. */
  rememberMs?: number;
  /** Sessions remembered at most; the one used least recently is forgotten first. Default 10,000. */
  rememberedMax?: number;
}

/** Longer proofs are looked up each time, so that they cannot fill the memory. */
const PROOF_LENGTH_MAX = 1_024;

/** Remembers sessions for a few seconds, since a look-up takes several times as long as storing a message. */
export function createUserSessions(options: UserSessionsOptions): UserSessions {
  const { lookUp, clock, elapsed = monotonicClock, rememberMs = 5_000, rememberedMax = 10_000 } = options;
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
    remembered.set(key, { session, untilMs: elapsed.nowMs() + rememberMs });
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
