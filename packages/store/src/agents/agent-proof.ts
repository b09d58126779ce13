import { checkKey, checkSecret, keyIdOf } from '@svc/domain';
import type { AgentCredentials, AgentScope } from '@svc/domain';
import type { AgentKeys } from '../keys/keys.js';
import type { AgentIdentity, Agents } from './agents.js';
import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { Pool } from 'pg';

export type AgentCredential =
  /** `endsAt`: the end of a rotation's grace if the secret is the previous one, else `null`. */
  | { kind: 'secret'; endsAt: Date | null }
  | { kind: 'key'; keyId: string; scopes: readonly AgentScope[]; endsAt: Date | null };

export type AgentProof =
  | { outcome: 'proven'; agent: AgentIdentity; credential: AgentCredential }
  | { outcome: 'unknown_agent' | 'wrong' }
  /** The caller has the whole key, but the key has ended. */
  | { outcome: 'key_expired' | 'key_revoked'; keyId: string };

export interface AgentProofStore {
  agents: Pick<Agents, 'identify'>;
  agentKeys: Pick<AgentKeys, 'identify'>;
}

/** Compared with if there is no agent; no secret has this hash. */
const UNKNOWN: AgentCredentials = {
  secretHash: Buffer.alloc(32),
  previousSecretHash: null,
  previousSecretValidUntil: null,
};

/**
 * An unknown agent costs the same work as a known one, and all comparisons take constant time.
 * @param claim.secret the agent's secret, or one of its keys.
 * @param nowMs ends a rotation's grace. Keys end by the database's clock.
 */
export async function proveAgent(
  { agents, agentKeys }: AgentProofStore,
  { agentId, secret }: { agentId: string; secret: string },
  nowMs: number,
): Promise<AgentProof> {
  const keyId = keyIdOf(secret);
  if (keyId === null) {
    const agent = await agents.identify(agentId);
    const check = checkSecret(secret, agent ?? UNKNOWN, nowMs);
    if (agent === null) return { outcome: 'unknown_agent' };
    if (!check.valid) return { outcome: 'wrong' };
    return { outcome: 'proven', agent, credential: { kind: 'secret', endsAt: check.validUntil } };
  }
  const [agent, key] = await Promise.all([agents.identify(agentId), agentKeys.identify(keyId)]);
  const check = checkKey({ text: secret, agentId }, key);
  if (agent === null) return { outcome: 'unknown_agent' };
  if (check === 'wrong' || key === null) return { outcome: 'wrong' };
  if (check !== 'active') return { outcome: check === 'expired' ? 'key_expired' : 'key_revoked', keyId };
  const { scopes, expiresAt: endsAt } = key;
  return { outcome: 'proven', agent, credential: { kind: 'key', keyId, scopes, endsAt } };
}

/** An agent's secret allows every call; a key, what any of its scopes allows. */
export function mayEnter(credential: AgentCredential, scopes: readonly AgentScope[]): boolean {
  return credential.kind === 'secret' || scopes.some((scope) => credential.scopes.includes(scope));
}

/** `null` if there is no such agent. */
export async function ownerOfAgent(pool: Pool, agentId: string): Promise<string | null> {
  const [agent] = await rows(pool, sql.agents.findOwner, { id: agentId });
  return agent?.owner_id ?? null;
}
