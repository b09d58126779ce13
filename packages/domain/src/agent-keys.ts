import { randomBytes } from 'node:crypto';
import { newId } from './ids.js';
import { checkKeyText } from './keys.js';
import type { KeyCredentials, KeyState } from './keys.js';

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

/** How long a key may last, in seconds: up to ten years. */
export const KEY_EXPIRES_IN_SECONDS = { min: 1, max: 10 * 365 * 86_400 } as const;

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
