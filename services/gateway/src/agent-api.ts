import { ServiceError } from '@svc/domain';
import { contractRouter } from '@svc/http-contract';
import type { OperationId } from '@svc/http-contract';
import type { AgentIdentity } from '@svc/store';
import type { Router } from 'express';
import { agentDecisionHandlers } from './agent-decision-handlers.js';
import { agentTaskHandlers } from './agent-task-handlers.js';
import type { AgentTaskOperations } from './agent-task-handlers.js';
import type { AgentDoor } from './agent-door.js';
import type { LargeBodies } from './large-bodies.js';
import type { agentDecisions } from './operations/agent-decisions.js';
import type { agentMessages } from './operations/agent-messages.js';

export interface AgentApiOptions extends AgentTaskOperations {
  door: AgentDoor;
  largeBodies: LargeBodies;
  messages: ReturnType<typeof agentMessages>;
  decisions: ReturnType<typeof agentDecisions>;
}

/** What approval-only agents may call too (specification, "What the service does"). */
const FOR_BOTH_KINDS: ReadonlySet<OperationId> = new Set<OperationId>([
  'getOwnAgent',
  'requestDecision',
  'listOwnDecisions',
  'getOwnDecision',
  'cancelDecision',
]);

/** `/api/agent/*`. */
export function agentApi({ door, largeBodies, messages, decisions, tasks, runs }: AgentApiOptions): Router {
  return contractRouter<AgentIdentity>({
    async authenticate(request, response, operationId) {
      const agent = await door(request.headers, request.ip ?? '');
      if (agent.kind !== 'interactive' && !FOR_BOTH_KINDS.has(operationId)) {
        throw new ServiceError('kind_not_allowed');
      }
      largeBodies.admit(request, response, agent.agentId);
      return agent;
    },
    handlers: {
      sendAgentMessage: async ({ auth, body }) => ({ status: 200, body: await messages.send(auth, body) }),
      listAgentMessages: async ({ auth, params, query }) => ({
        status: 200,
        body: await messages.history(auth, params.conversation_id, query),
      }),
      ...agentTaskHandlers({ tasks, runs }),
      ...agentDecisionHandlers(decisions),
      getOwnAgent: async ({ auth }) => ({ status: 200, body: await messages.me(auth) }),
    },
  });
}
