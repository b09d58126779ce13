import { ServiceError } from '@svc/domain';
import { contractRouter, mayAnswer } from '@svc/http-contract';
import type { OperationHandlers } from '@svc/http-contract';
import type { AgentIdentity } from '@svc/store';
import type { Router } from 'express';
import type { AgentDoor } from './agent-door.js';
import type { LargeBodies } from './large-bodies.js';

export interface AgentApiOptions {
  door: AgentDoor;
  largeBodies: LargeBodies;
  handlers: OperationHandlers<AgentIdentity>;
}

/** `/api/agent/*`. */
export function agentApi({ door, largeBodies, handlers }: AgentApiOptions): Router {
  return contractRouter<AgentIdentity>({
    async authenticate(request, response, operationId) {
      const agent = await door(request.headers, request.ip ?? '');
      // Approval-only agents may make the calls that the contract never answers with 403 (specification, "What the service does").
      if (agent.kind !== 'interactive' && mayAnswer(operationId, 403)) {
        throw new ServiceError('kind_not_allowed');
      }
      largeBodies.admit(request, response, agent.agentId);
      return agent;
    },
    handlers,
  });
}
