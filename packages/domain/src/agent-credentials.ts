import { secretMatches } from './secret-box.js';

/** What the store keeps of an agent's credentials. */
export interface AgentCredentials {
  secretHash: Uint8Array;
  previousSecretHash: Uint8Array | null;
  previousSecretValidUntil: Date | null;
}

export type CredentialCheck =
  | { valid: false }
  /** `validUntil` is the end of a rotation's grace if the secret is the previous one, else `null`. */
  | { valid: true; validUntil: Date | null };

/** Checks a secret against an agent's credentials in constant time; during a rotation's grace both secrets are valid. */
export function checkSecret(secret: string, credentials: AgentCredentials, nowMs: number): CredentialCheck {
  const isCurrent = secretMatches(secret, credentials.secretHash);
  const isPrevious = secretMatches(secret, credentials.previousSecretHash ?? credentials.secretHash);
  if (isCurrent) return { valid: true, validUntil: null };
  const validUntil = credentials.previousSecretValidUntil;
  if (isPrevious && validUntil !== null && validUntil.getTime() > nowMs) return { valid: true, validUntil };
  return { valid: false };
}
