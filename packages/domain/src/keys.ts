import { secretMatches } from './secret-box.js';
import { randomBytes, randomInt } from 'node:crypto';
import { newId } from './ids.js';

/** A key of an agent or of a person is `active` until it expires or is revoked. Neither is ever undone. */
export const KEY_STATES = ['active', 'expired', 'revoked'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** The use of a key is recorded at most this often, in milliseconds. */
export const KEY_USE_INTERVAL_MS = 60_000;

export interface KeyCredentials {
  keyHash: Uint8Array;
  state: KeyState;
}

/** A text is compared with this where there is no key; no text has this hash. */
const NO_KEY_HASH = Buffer.alloc(32);

/** In constant time. `wrong` says nothing of whether there is such a key, or whose it is. */
export function checkKeyText(text: string, key: KeyCredentials | null): KeyState | 'wrong' {
  const isRight = secretMatches(text, key?.keyHash ?? NO_KEY_HASH);
  return key !== null && isRight ? key.state : 'wrong';
}

/** `read` opens what changes nothing; a socket needs `events`, and `messages` to send (`x-agent-scopes`). */
export const AGENT_SCOPES = ['messages', 'tasks', 'decisions', 'events', 'read'] as const;
export type AgentScope = (typeof AGENT_SCOPES)[number];

export const KEYS_PER_AGENT_MAX = 20;

/** Keys of one agent that have ended and are still listed. */
export const ENDED_KEYS_PER_AGENT_MAX = 20;

const AGENT_KEY_PATTERN = /^svc_(key_[0-9a-f]{32})_[0-9a-f]{40}$/;

/** A new key. Its text is shown once; it stands where the agent's secret would stand, and names its row. */
export function newAgentKey(): { keyId: string; text: string } {
  const keyId = newId('key');
  return { keyId, text: `svc_${keyId}_${randomBytes(20).toString('hex')}` };
}

/** The id of the key whose text this is; `null` for any other text, such as an agent's secret. */
export function keyIdOf(text: string): string | null {
  return AGENT_KEY_PATTERN.exec(text)?.[1] ?? null;
}

export interface AgentKeyCredentials extends KeyCredentials {
  agentId: string;
}

/** As {@link checkKeyText}; a key of another agent is `wrong`. */
export function checkKey(
  given: { text: string; agentId: string },
  key: AgentKeyCredentials | null,
): KeyState | 'wrong' {
  const state = checkKeyText(given.text, key);
  return key !== null && key.agentId === given.agentId ? state : 'wrong';
}

/**
 * `read` opens the calls that change nothing, `write` those that do (OpenAPI: `x-api-key-scope`). Scopes of
 * their own: answering an agent's request, as a person is asked; making agents and secrets, as credentials.
 */
export const API_KEY_SCOPES = ['read', 'write', 'decisions', 'agents'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export const API_KEYS_PER_USER_MAX = 20;

/** Keys of one person that have ended and are still listed. */
export const ENDED_API_KEYS_PER_USER_MAX = 20;

const API_KEY_PATTERN = /^svc_(pat_[0-9a-f]{32})_[0-9a-f]{40}$/;

/** Its text is shown once; it stands where the token of a session would stand, and names its row. */
export function newApiKey(): { keyId: string; text: string } {
  const keyId = newId('apiKey');
  return { keyId, text: `svc_${keyId}_${randomBytes(20).toString('hex')}` };
}

/** The id of the key whose text this is; `null` for any other text, such as the token of a session. */
export function apiKeyIdOf(text: string): string | null {
  return API_KEY_PATTERN.exec(text)?.[1] ?? null;
}

/** How long a person has to confirm the login of a program, and the program to fetch its key, in seconds. */
export const DEVICE_LOGIN_SECONDS = 600;

/** How often a program may ask, and by how much this grows if it asks too soon (RFC 8628, section 3.5). */
export const DEVICE_POLL_SECONDS = 5;

/** Logins of programs that no person has confirmed yet, of the whole installation. */
export const DEVICE_LOGINS_OPEN_MAX = 10_000;

/** Those of one address, as much as is kept of it; of an IPv6 address those of its /64 network. */
export const DEVICE_LOGINS_OF_ADDRESS_MAX = 50;

export const DEVICE_CODE_PATTERN = /^svc_(dvl_[0-9a-f]{32})_[0-9a-f]{40}$/;

/** Without vowels, so no code is a word, and without look-alikes (RFC 8628, section 6.1): 34 bits. */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;

/** The codes of a login: the program keeps `deviceCode` for itself, and the person types `userCode`. */
export function newDeviceLogin(): { loginId: string; deviceCode: string; userCode: string } {
  const loginId = newId('deviceLogin');
  const letters = Array.from(
    { length: USER_CODE_LENGTH },
    () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)],
  );
  return {
    loginId,
    deviceCode: `svc_${loginId}_${randomBytes(20).toString('hex')}`,
    userCode: withDash(letters.join('')),
  };
}

export function deviceLoginIdOf(text: string): string | null {
  return DEVICE_CODE_PATTERN.exec(text)?.[1] ?? null;
}

/** A user code as it was made, however a person has typed it: `null` if it cannot be one. */
export function userCodeIn(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '');
  const isCode =
    letters.length === USER_CODE_LENGTH && [...letters].every((letter) => USER_CODE_LETTERS.includes(letter));
  return isCode ? withDash(letters) : null;
}

function withDash(letters: string): string {
  return `${letters.slice(0, USER_CODE_LENGTH / 2)}-${letters.slice(USER_CODE_LENGTH / 2)}`;
}
