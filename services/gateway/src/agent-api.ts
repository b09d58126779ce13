import { ServiceError } from '@svc/domain';
import { contractRouter } from '@svc/http-contract';
import type { OperationHandlers, OperationId } from '@svc/http-contract';
import type { AgentIdentity } from '@svc/store';
import type { Router } from 'express';
import type { AgentDoor } from './agent-door.js';
import type { LargeBodies } from './large-bodies.js';

export interface AgentApiOptions {
  door: AgentDoor;
  largeBodies: LargeBodies;
  handlers: OperationHandlers<AgentIdentity>;
}

/** Calls that approval-only agents may make too (specification, "What the service does"). */
const FOR_BOTH_KINDS: ReadonlySet<OperationId> = new Set<OperationId>([
  'getOwnAgent',
  'requestDecision',
  'listOwnDecisions',
  'getOwnDecision',
  'cancelDecision',
]);

/** `/api/agent/*`. */
export function agentApi({ door, largeBodies, handlers }: AgentApiOptions): Router {
  return contractRouter<AgentIdentity>({
    async authenticate(request, response, operationId) {
      const agent = await door(request.headers, request.ip ?? '');
      if (agent.kind !== 'interactive' && !FOR_BOTH_KINDS.has(operationId)) {
        throw new ServiceError('kind_not_allowed');
      }
      largeBodies.admit(request, response, agent.agentId);
      return agent;
    },
    handlers,
  });
}
