import { secretMatches } from './secret-box.js';
import { randomBytes } from 'node:crypto';
import { newId } from './ids.js';

/** A key of an agent or of a person is `active` until it expires or is revoked. Neither is ever undone. */
export const KEY_STATES = ['active', 'expired', 'revoked'] as const;
export type KeyState = (typeof KEY_STATES)[number];

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

/**
 * What a key may do. `read` lets in what changes nothing, of messages, tasks and decisions alike. The OpenAPI document names the scopes of
 * every operation (`x-agent-scopes`); a socket needs `events`, and `messages` to send on it.
 */
export const AGENT_SCOPES = ['messages', 'tasks', 'decisions', 'events', 'read'] as const;
export type AgentScope = (typeof AGENT_SCOPES)[number];

/** Active keys of one agent. */
export const KEYS_PER_AGENT_MAX = 20;

/** Keys of one agent that have ended and are still listed. */
export const ENDED_KEYS_PER_AGENT_MAX = 20;

/** `svc_key_`, the digits of the key's id, and 40 hex characters that are the secret part. */
export const AGENT_KEY_PATTERN = /^svc_key_([0-9a-f]{32})_[0-9a-f]{40}$/;

/** A new key. Its text is shown once; it stands where the agent's secret would stand, and names its row. */
export function newAgentKey(): { keyId: string; text: string } {
  const keyId = newId('key');
  return { keyId, text: `svc_${keyId}_${randomBytes(20).toString('hex')}` };
}

/** The id of the key whose text this is; `null` for any other text, such as an agent's secret. */
export function keyIdOf(text: string): string | null {
  const digits = AGENT_KEY_PATTERN.exec(text)?.[1];
  return digits === undefined ? null : `key_${digits}`;
}

/** What the store keeps of a key, for checking it. */
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
 * What a person's key may do. `read` opens the calls that change nothing, `write` those that do. Answering an agent's request has a scope of its
 * own, because a person is asked there. So has making an agent and a new secret of one, because the answers are credentials. The OpenAPI document names the scope of every call (`x-api-key-scope`).
 */
export const API_KEY_SCOPES = ['read', 'write', 'decisions', 'agents'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** Active keys of one person. */
export const API_KEYS_PER_USER_MAX = 20;

/** Keys of one person that have ended and are still listed. */
export const ENDED_API_KEYS_PER_USER_MAX = 20;

/** `svc_pat_`, the digits of the key's id, and 40 hex characters that are the secret part. */
export const API_KEY_PATTERN = /^svc_pat_([0-9a-f]{32})_[0-9a-f]{40}$/;

/** A new key. Its text is shown once; it stands where the token of a session would stand, and names its row. */
export function newApiKey(): { keyId: string; text: string } {
  const keyId = newId('apiKey');
  return { keyId, text: `svc_${keyId}_${randomBytes(20).toString('hex')}` };
}

/** The id of the key whose text this is; `null` for any other text, such as the token of a session. */
export function apiKeyIdOf(text: string): string | null {
  const digits = API_KEY_PATTERN.exec(text)?.[1];
  return digits === undefined ? null : `pat_${digits}`;
}
