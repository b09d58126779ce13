import { randomBytes } from 'node:crypto';
import { newId } from './ids.js';

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

/** How long a key lasts, in seconds: up to a year. Every key has an end. */
export const API_KEY_EXPIRES_IN_SECONDS = { min: 1, max: 365 * 86_400 } as const;

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
