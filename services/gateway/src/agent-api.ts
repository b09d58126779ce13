import { ServiceError } from '@svc/domain';
import { agentAccess, contractRouter } from '@svc/http-contract';
import type { AnswerOnce, BodyBudget, OperationChecks, OperationHandlers } from '@svc/http-contract';
import type { Router } from 'express';
import { agentCaller } from './agent-caller.js';
import type { AgentCaller, AgentCallers } from './agent-caller.js';
import { assertScope } from './agent-door.js';
import type { AgentDoor } from './agent-door.js';
import { accountShares } from './caller-bodies.js';
import type { RateLimits } from './rate-limits.js';

export interface AgentApiOptions {
  door: AgentDoor;
  bodies: BodyBudget;
  rateLimits: Pick<RateLimits, 'countAgentBytes'>;
  waitingCalls: AgentCallers['waitingCalls'];
  answerOnce: AnswerOnce<AgentCaller>;
  checks: OperationChecks<AgentCaller>;
  handlers: OperationHandlers<AgentCaller>;
}

/** `/api/agent/*`. */
export function agentApi({
  door,
  bodies,
  rateLimits,
  waitingCalls,
  answerOnce,
  checks,
  handlers,
}: AgentApiOptions): Router {
  return contractRouter<AgentCaller>({
    async authenticate(request, response, operationId) {
      const letIn = await door.enter(request.headers, request.ip ?? '');
      const access = agentAccess(operationId);
      // Specification, "What the service does".
      if (letIn.agent.kind !== 'interactive' && access.isInteractiveOnly)
        throw new ServiceError('kind_not_allowed');
      assertScope(letIn.credential, access.scopes);
      return agentCaller({ door, waitingCalls }, letIn, { headers: request.headers, response });
    },
    handlers,
    checks,
    answerOnce,
    bodies: {
      budget: bodies,
      count: ({ agentId }, bytes) => rateLimits.countAgentBytes(agentId, bytes),
      sharesOf: (request, { ownerId }) => accountShares({ userId: ownerId, address: request.ip ?? '' }),
    },
  });
}
