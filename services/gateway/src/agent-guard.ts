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
  waitingCalls: Pick<WaitingCalls, 'until'>;
  clock: Clock;
  logger: Logger;
}

export interface AgentCall {
  headers: IncomingHttpHeaders;
  address: string;
  operationId: OperationId;
  /** Its end ends the waits of the call. */
  response: ServerResponse;
}

export interface AgentCaller extends AgentIdentity {
  credential: AgentCredential;
  /** Whether this scope is open to it; with its secret always. */
  may(scope: AgentScope): boolean;
  /** For a call that lasts. Counts nothing. Throws `unauthorized`, `key_expired` or `key_revoked`. */
  assertStillAuthenticated(): Promise<void>;
  /** See {@link WaitingCalls.until}. Throws as {@link assertStillAuthenticated}. */
  until(waitMs: number, look: Look, decisionId?: string): Promise<boolean>;
}

const AGENT_ID = /^agt_[0-9a-f]{32}$/;

/** Looked up for a malformed id, so that it costs the same as an unknown one. */
const UNKNOWN_ID = `agt_${'0'.repeat(32)}`;

/**
 * Authenticates agents by `X-Svc-Agent-Id` and `X-Svc-Secret`, where a key may stand (specification, "REST
 * calls"). Unknown agent, malformed id, wrong secret and missing header get one refusal after about the same
 * work, so a caller does not learn which agents exist. Only who has a whole key learns that it has ended.
 */
export function createAgentGuard(deps: AgentGuardDependencies) {
  const { store, rateLimits, waitingCalls, clock, logger } = deps;
  const prove = (headers: IncomingHttpHeaders): Promise<AgentProof> =>
    proveAgent(
      store,
      { agentId: claimedIdOf(headers), secret: headerOf(headers, 'x-svc-secret') },
      clock.nowMs(),
    );

  /** Throws `unauthorized`, `key_expired`, `key_revoked`, `rate_limited`, and {@link refusalOfAccess}. */
  return async ({ headers, address, operationId, response }: AgentCall): Promise<AgentCaller> => {
    const proof = await prove(headers);
    if (proof.outcome !== 'proven') {
      const name = 'keyId' in proof ? proof.keyId : claimedIdOf(headers);
      await rateLimits.countFailedCredentials({ address, name });
      throw refusalOf(proof);
    }
    const { agent, credential } = proof;
    const { agentId, ownerId } = agent;
    await rateLimits.countAgentCall(agentId);
    if (credential.kind === 'key') noteKeyUse(credential.keyId, { keys: store.agentKeys, logger });
    const refusal = refusalOfAccess(operationId, { ...agent, credential });
    if (refusal !== null) throw refusal;
    const assertStillAuthenticated = async (): Promise<void> => {
      const now = await prove(headers);
      if (now.outcome !== 'proven') throw refusalOf(now);
    };
    return {
      ...agent,
      credential,
      may: (scope) => mayEnter(credential, [scope]),
      assertStillAuthenticated,
      async until(waitMs, look, decisionId) {
        const wait = { agentId, ownerId, waitMs, response, decisionId };
        if (!(await waitingCalls.until(wait, look))) return false;
        // The hint that ends the waits of ended credentials may be lost, or have come before the wait.
        await assertStillAuthenticated();
        return true;
      },
    };
  };
}

export type AgentGuard = ReturnType<typeof createAgentGuard>;

/** `kind_not_allowed` or `scope_missing`; `null` if the agent may do the operation. */
export function refusalOfAccess(
  operationId: OperationId,
  { kind, credential }: Pick<AgentCaller, 'kind' | 'credential'>,
): ServiceError | null {
  const access = agentAccess(operationId);
  // Specification, "What the service does".
  if (kind !== 'interactive' && access.isInteractiveOnly) return new ServiceError('kind_not_allowed');
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
