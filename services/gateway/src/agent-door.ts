import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@svc/domain';
import type { AgentScope } from '@svc/domain';
import type { Clock, Logger } from '@svc/runtime';
import { mayEnter, noteKeyUse, proveAgent } from '@svc/store';
import type { AgentCredential, AgentIdentity, AgentProof, Store } from '@svc/store';
import type { RateLimits } from './rate-limits.js';

export interface AgentDoorDependencies {
  store: Pick<Store, 'agents' | 'agentKeys'>;
  rateLimits: RateLimits;
  clock: Clock;
  logger: Logger;
}

/** An agent that has proven who it is, and by what. */
export interface LetInAgent {
  agent: AgentIdentity;
  credential: AgentCredential;
}

export interface AgentDoor {
  /**
   * Lets an agent in, and counts its call.
   *
   * @throws ServiceError `unauthorized`, `key_expired`, `key_revoked` or `rate_limited`.
   */
  enter(headers: IncomingHttpHeaders, address: string): Promise<LetInAgent>;
  /**
   * Whether the agent that came in with these headers would still be let in. A call that waits asks this, since its secret or key may have ended meanwhile.
   * Counts nothing: it is the same call.
   *
   * @throws ServiceError `unauthorized`, `key_expired` or `key_revoked` if not.
   */
  assertStillLetIn(headers: IncomingHttpHeaders): Promise<void>;
}

const AGENT_ID = /^agt_[0-9a-f]{32}$/;

/** Looked up instead of a text that cannot be an agent id, so that a malformed id costs the same as an unknown one. */
const NOBODY_ID = `agt_${'0'.repeat(32)}`;

/**
 * Authenticates agents by `X-Svc-Agent-Id` and `X-Svc-Secret` (specification, "REST calls"). A key of the agent may stand where the secret
 * stands.
 *
 * Unknown agent, malformed id, wrong secret and missing header get one refusal after about the same work, so that a caller does not learn
 * which agents exist. Only who has the whole of a key learns that it has ended.
 */
export function createAgentDoor({ store, rateLimits, clock, logger }: AgentDoorDependencies): AgentDoor {
  const prove = (headers: IncomingHttpHeaders): Promise<AgentProof> =>
    proveAgent(
      store,
      { agentId: claimedIdOf(headers), secret: headerOf(headers, 'x-svc-secret') },
      clock.nowMs(),
    );

  return {
    async enter(headers, address) {
      const proof = await prove(headers);
      if (proof.outcome !== 'proven') {
        const name = 'keyId' in proof ? proof.keyId : claimedIdOf(headers);
        await rateLimits.countFailedCredentials({ address, name });
        throw refusalOf(proof);
      }
      const { agent, credential } = proof;
      await rateLimits.countAgentCall(agent.agentId);
      if (credential.kind === 'key') noteKeyUse(credential.keyId, { keys: store.agentKeys, logger });
      return { agent, credential };
    },

    async assertStillLetIn(headers) {
      const proof = await prove(headers);
      if (proof.outcome !== 'proven') throw refusalOf(proof);
    },
  };
}

/** @throws ServiceError `scope_missing` unless the credential opens a call that any of these scopes opens. */
export function assertScope(credential: AgentCredential, scopes: readonly AgentScope[]): void {
  if (!mayEnter(credential, scopes)) throw new ServiceError('scope_missing');
}

function refusalOf({ outcome }: Exclude<AgentProof, { outcome: 'proven' }>): ServiceError {
  const hasEnded = outcome === 'key_expired' || outcome === 'key_revoked';
  return new ServiceError(hasEnded ? outcome : 'unauthorized');
}

/** The agent id that the caller names, or {@link NOBODY_ID}. */
function claimedIdOf(headers: IncomingHttpHeaders): string {
  const claimedId = headerOf(headers, 'x-svc-agent-id');
  return AGENT_ID.test(claimedId) ? claimedId : NOBODY_ID;
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
