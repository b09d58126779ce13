import type { IncomingHttpHeaders } from 'node:http';
import { checkSecret, ServiceError } from '@svc/domain';
import type { AgentCredentials } from '@svc/domain';
import type { Clock } from '@svc/runtime';
import type { AgentIdentity, Store } from '@svc/store';
import type { RateLimits } from './rate-limits.js';

export interface AgentDoorDependencies {
  store: Pick<Store, 'agents'>;
  rateLimits: RateLimits;
  clock: Clock;
}

export type AgentDoor = (headers: IncomingHttpHeaders, address: string) => Promise<AgentIdentity>;

const AGENT_ID = /^agt_[0-9a-f]{32}$/;

/** Looked up instead of a text that cannot be an agent id, so that a malformed id costs the same as an unknown one. */
const NOBODY_ID = `agt_${'0'.repeat(32)}`;

/** The secret is compared with this when there is no agent; no secret has this hash. */
const NOBODY: AgentCredentials = {
  secretHash: Buffer.alloc(32),
  previousSecretHash: null,
  previousSecretValidUntil: null,
};

/**
 * Authenticates agents by `X-Svc-Agent-Id` and `X-Svc-Secret` (specification, "REST calls").
 *
 * Unknown agent, malformed id, wrong secret and missing header get one refusal after about the same work, so that a caller does not learn
 * which agents exist. Throws ServiceError `unauthorized` or `rate_limited`.
 */
export function createAgentDoor({ store, rateLimits, clock }: AgentDoorDependencies): AgentDoor {
  return async (headers, address) => {
    const claimedId = headerOf(headers, 'x-svc-agent-id');
    const agentId = AGENT_ID.test(claimedId) ? claimedId : NOBODY_ID;
    const attempt = { address, name: agentId };
    await rateLimits.assertMayTryCredentials(attempt);
    const secret = headerOf(headers, 'x-svc-secret');
    const agent = await store.agents.identify(agentId);
    const check = checkSecret(secret, agent ?? NOBODY, clock.nowMs());
    if (agent === null || !check.valid) {
      await rateLimits.countFailedCredentials(attempt);
      throw new ServiceError('unauthorized');
    }
    await rateLimits.countAgentCall(agent.agentId);
    return agent;
  };
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
