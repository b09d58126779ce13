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

export interface AgentDoor {
  /** Lets an agent in, and counts its call. */
  enter(headers: IncomingHttpHeaders, address: string): Promise<AgentIdentity>;
  /**
   * Whether the agent that came in with these headers would still be let in. A call that waits asks this, since its secret may have ended meanwhile. Counts
   * nothing: it is the same call.
   *
   * @throws ServiceError `unauthorized` if not.
   */
  assertStillLetIn(headers: IncomingHttpHeaders): Promise<void>;
}

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
  async function identify(headers: IncomingHttpHeaders): Promise<AgentIdentity | null> {
    const agent = await store.agents.identify(claimedIdOf(headers));
    const check = checkSecret(headerOf(headers, 'x-svc-secret'), agent ?? NOBODY, clock.nowMs());
    return check.valid ? agent : null;
  }

  return {
    async enter(headers, address) {
      const attempt = { address, name: claimedIdOf(headers) };
      await rateLimits.assertMayTryCredentials(attempt);
      const agent = await identify(headers);
      if (agent === null) {
        await rateLimits.countFailedCredentials(attempt);
        throw new ServiceError('unauthorized');
      }
      await rateLimits.countAgentCall(agent.agentId);
      return agent;
    },

    async assertStillLetIn(headers) {
      if ((await identify(headers)) === null) throw new ServiceError('unauthorized');
    },
  };
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
