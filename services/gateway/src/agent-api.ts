import { ServiceError } from '@svc/domain';
import { contractRouter } from '@svc/http-contract';
import type { OperationId } from '@svc/http-contract';
import type { AgentIdentity } from '@svc/store';
import type { Router } from 'express';
import type { AgentDoor } from './agent-door.js';
import type { LargeBodies } from './large-bodies.js';
import type { agentMessages } from './operations/agent-messages.js';

export interface AgentApiOptions {
  door: AgentDoor;
  largeBodies: LargeBodies;
  messages: ReturnType<typeof agentMessages>;
}

/** What approval-only agents may call too (specification, "What the service does"). */
const FOR_BOTH_KINDS: ReadonlySet<OperationId> = new Set(['getOwnAgent']);

/** `/api/agent/*`. */
export function agentApi({ door, largeBodies, messages }: AgentApiOptions): Router {
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
      getOwnAgent: async ({ auth }) => ({ status: 200, body: await messages.me(auth) }),
    },
  });
}
