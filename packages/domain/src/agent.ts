import { secretMatches } from './secret-box.js';

/** Only interactive agents chat and run tasks; approval-only agents receive `decision_resolved` alone. */
export type AgentKind = 'interactive' | 'approval-only';

/** `error` after {@link AGENT_ERROR_THRESHOLD_DEFAULT} failed deliveries in a row. */
export const AGENT_STATUSES = ['active', 'error'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

export const AGENT_ERROR_THRESHOLD_DEFAULT = 5;

/** What comes only to agents whose owner turned it on, named as the type of event that it is about. */
export const AGENT_FEATURES = ['run_cancelled'] as const;
export type AgentFeature = (typeof AGENT_FEATURES)[number];

export interface AgentCredentials {
  secretHash: Uint8Array;
  previousSecretHash: Uint8Array | null;
  previousSecretValidUntil: Date | null;
}

export type CredentialCheck =
  | { valid: false }
  /** `validUntil` is the end of a rotation's grace if the secret is the previous one, else `null`. */
  | { valid: true; validUntil: Date | null };

/** In constant time; during a rotation's grace both secrets are valid. */
export function checkSecret(secret: string, credentials: AgentCredentials, nowMs: number): CredentialCheck {
  const isCurrent = secretMatches(secret, credentials.secretHash);
  const isPrevious = secretMatches(secret, credentials.previousSecretHash ?? credentials.secretHash);
  if (isCurrent) return { valid: true, validUntil: null };
  const validUntil = credentials.previousSecretValidUntil;
  if (isPrevious && validUntil !== null && validUntil.getTime() > nowMs) return { valid: true, validUntil };
  return { valid: false };
}

export const HUB_HEARTBEAT_INTERVAL_MS = 2_000;

/** Sockets that one agent may hold open at once; an event goes to the newest that is alive. */
export const SOCKETS_PER_AGENT_MAX = 10;
