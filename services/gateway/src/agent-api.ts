import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@svc/domain';
import { agentAccess, contractRouter } from '@svc/http-contract';
import type { HeldBodies, OperationHandlers } from '@svc/http-contract';
import type { AgentIdentity } from '@svc/store';
import type { Router } from 'express';
import { assertScope } from './agent-door.js';
import type { AgentDoor } from './agent-door.js';
import { accountHolders } from './caller-bodies.js';
import type { RateLimits } from './rate-limits.js';
import type { Look, WaitingCalls } from './waiting-calls.js';

export interface AgentApiOptions {
  door: AgentDoor;
  bodies: HeldBodies;
  rateLimits: Pick<RateLimits, 'countAgentBytes'>;
  waitingCalls: Pick<WaitingCalls, 'until'>;
  handlers: OperationHandlers<AgentCaller>;
}

/** The agent that calls, and what its call may do. */
export interface AgentCaller extends AgentIdentity {
  /**
   * Waits until `look` finds something: see {@link WaitingCalls.until}. Whoever it finds something for must still be let in.
   *
   * @param waitMs at most this long, in milliseconds.
   * @throws ServiceError `unauthorized` if it finds something, and the caller's credentials ended while it waited.
   */
  until(waitMs: number, look: Look): Promise<boolean>;
}

/** Rejects if nobody can say, since the database does not answer. */
async function isStillLetIn(
  door: Pick<AgentDoor, 'assertStillLetIn'>,
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  try {
    await door.assertStillLetIn(headers);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return false;
    throw error;
  }
}

/** `/api/agent/*`. */
export function agentApi({ door, bodies, rateLimits, waitingCalls, handlers }: AgentApiOptions): Router {
  return contractRouter<AgentCaller>({
    async authenticate(request, response, operationId) {
      const { agent, credential } = await door.enter(request.headers, request.ip ?? '');
      const access = agentAccess(operationId);
      // Specification, "What the service does".
      if (agent.kind !== 'interactive' && access.isInteractiveOnly)
        throw new ServiceError('kind_not_allowed');
      assertScope(credential, access.scopes);
      const { agentId, ownerId } = agent;
      return {
        ...agent,
        async until(waitMs, look) {
          const credentials: { haveEnded?: boolean } = {};
          const isFound = await waitingCalls.until({ agentId, ownerId, waitMs, response }, async () => {
            // They may have ended before the wait began, when the hint that ends a wait found none.
            credentials.haveEnded ??= !(await isStillLetIn(door, request.headers));
            return credentials.haveEnded || look();
          });
          if (!isFound || credentials.haveEnded) return false;
          // The hint may also be lost.
          await door.assertStillLetIn(request.headers);
          return true;
        },
      };
    },
    handlers,
    bodies: {
      held: bodies,
      count: ({ agentId }, bytes) => rateLimits.countAgentBytes(agentId, bytes),
      holdersOf: (request, { ownerId }) => accountHolders({ userId: ownerId, address: request.ip ?? '' }),
    },
  });
}
