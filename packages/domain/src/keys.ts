import { secretMatches } from './secret-box.js';

/** A key of an agent or of a person is `active` until it expires or is revoked. Neither is ever undone. */
export const KEY_STATES = ['active', 'expired', 'revoked'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** Length of a key's name, in code points. */
export const KEY_NAME_LENGTH_MAX = 100;

/** The use of a key is recorded at most this often, in milliseconds. */
export const KEY_USE_INTERVAL_MS = 60_000;

/** What the store keeps of a key, for checking it. */
export interface KeyCredentials {
  keyHash: Uint8Array;
  state: KeyState;
}

/** A text is compared with this where there is no key; no text has this hash. */
const NO_KEY_HASH = Buffer.alloc(32);

/**
 * Checks the text of a key in constant time. Only who has shown the whole key learns that it has ended: `wrong` says nothing of whether
 * there is such a key, or whose it is.
 */
export function checkKeyText(text: string, key: KeyCredentials | null): KeyState | 'wrong' {
  const isRight = secretMatches(text, key?.keyHash ?? NO_KEY_HASH);
  return key !== null && isRight ? key.state : 'wrong';
}
