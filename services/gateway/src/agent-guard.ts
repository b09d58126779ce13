import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { ServiceError } from '@svc/domain';
import type { AgentScope } from '@svc/domain';
import { agentAccess } from '@svc/http-contract';
import type { OperationId } from '@svc/http-contract';
import type { Clock, Logger } from '@svc/runtime';
import { mayEnter, noteKeyUse, proveAgent } from '@svc/store';
import type { AgentCredential, AgentIdentity, AgentProof, Store } from '@svc/store';
import type { RateLimits } from './rate-limits.js';
import type { Look, WaitingCalls } from './waiting-calls.js';

export interface AgentGuardDependencies {
  store: Pick<Store, 'agents' | 'agentKeys'>;
  rateLimits: RateLimits;
  clock: Clock;
  logger: Logger;
}

export interface AuthenticatedAgent {
  agent: AgentIdentity;
  credential: AgentCredential;
}

export interface AgentCall {
  headers: IncomingHttpHeaders;
  address: string;
  operationId: OperationId;
}

const AGENT_ID = /^agt_[0-9a-f]{32}$/;

/** Looked up for a malformed id, so that it costs the same as an unknown one. */
const UNKNOWN_ID = `agt_${'0'.repeat(32)}`;

/**
 * Authenticates agents by `X-Svc-Agent-Id` and `X-Svc-Secret`, where a key may stand (specification, "REST
 * calls"). Unknown agent, malformed id, wrong secret and missing header get one refusal after about the same
 * work, so a caller does not learn which agents exist. Only who has a whole key learns that it has ended.
 */
export function createAgentGuard({ store, rateLimits, clock, logger }: AgentGuardDependencies) {
  const prove = (headers: IncomingHttpHeaders): Promise<AgentProof> =>
    proveAgent(
      store,
      { agentId: claimedIdOf(headers), secret: headerOf(headers, 'x-svc-secret') },
      clock.nowMs(),
    );

  return {
    /** Throws `unauthorized`, `key_expired`, `key_revoked`, `rate_limited`, and {@link refusalOfAccess}. */
    async authenticate({ headers, address, operationId }: AgentCall): Promise<AuthenticatedAgent> {
      const proof = await prove(headers);
      if (proof.outcome !== 'proven') {
        const name = 'keyId' in proof ? proof.keyId : claimedIdOf(headers);
        await rateLimits.countFailedCredentials({ address, name });
        throw refusalOf(proof);
      }
      const { agent, credential } = proof;
      await rateLimits.countAgentCall(agent.agentId);
      if (credential.kind === 'key') noteKeyUse(credential.keyId, { keys: store.agentKeys, logger });
      const refusal = refusalOfAccess(operationId, proof);
      if (refusal !== null) throw refusal;
      return { agent, credential };
    },

    /** For a call that waits: counts nothing. Throws `unauthorized`, `key_expired` or `key_revoked`. */
    async assertStillAuthenticated(headers: IncomingHttpHeaders): Promise<void> {
      const proof = await prove(headers);
      if (proof.outcome !== 'proven') throw refusalOf(proof);
    },
  };
}

export type AgentGuard = ReturnType<typeof createAgentGuard>;

/** `kind_not_allowed` or `scope_missing`; `null` if the agent may do the operation. */
export function refusalOfAccess(
  operationId: OperationId,
  { agent, credential }: AuthenticatedAgent,
): ServiceError | null {
  const access = agentAccess(operationId);
  // Specification, "What the service does".
  if (agent.kind !== 'interactive' && access.isInteractiveOnly) return new ServiceError('kind_not_allowed');
  return mayEnter(credential, access.scopes) ? null : new ServiceError('scope_missing');
}

function refusalOf({ outcome }: Exclude<AgentProof, { outcome: 'proven' }>): ServiceError {
  const hasEnded = outcome === 'key_expired' || outcome === 'key_revoked';
  return new ServiceError(hasEnded ? outcome : 'unauthorized');
}

function claimedIdOf(headers: IncomingHttpHeaders): string {
  const claimedId = headerOf(headers, 'x-svc-agent-id');
  return AGENT_ID.test(claimedId) ? claimedId : UNKNOWN_ID;
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

export interface AgentCaller extends AgentIdentity {
  /** `null` if it has called with its secret. */
  keyId: string | null;
  /** Whether this scope is open to it; with its secret always. */
  may(scope: AgentScope): boolean;
  /** Throws `unauthorized`, `key_expired` or `key_revoked` if the credentials have ended since. Counts nothing. */
  assertStillAuthenticated(): Promise<void>;
  /** See {@link WaitingCalls.until}. Throws `unauthorized` if the credentials ended meanwhile. */
  until(waitMs: number, look: Look, decisionId?: string): Promise<boolean>;
}

export interface AgentCallers {
  guard: Pick<AgentGuard, 'assertStillAuthenticated'>;
  waitingCalls: Pick<WaitingCalls, 'until'>;
}

/** `headers` authenticated the agent; the end of `response` ends its waits. */
export function agentCaller(
  { guard, waitingCalls }: AgentCallers,
  { agent, credential }: AuthenticatedAgent,
  { headers, response }: { headers: IncomingHttpHeaders; response: ServerResponse },
): AgentCaller {
  const { agentId, ownerId } = agent;
  const assertStillAuthenticated = () => guard.assertStillAuthenticated(headers);
  return {
    assertStillAuthenticated,
    ...agent,
    keyId: credential.kind === 'key' ? credential.keyId : null,
    may: (scope) => mayEnter(credential, [scope]),
    async until(waitMs, look, decisionId) {
      if (!(await waitingCalls.until({ agentId, ownerId, waitMs, response, decisionId }, look))) return false;
      // The hint that ends the waits of ended credentials may be lost, or have come before the wait.
      await assertStillAuthenticated();
      return true;
    },
  };
}
