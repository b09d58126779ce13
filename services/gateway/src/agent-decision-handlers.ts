import type { OperationHandlers } from '@svc/http-contract';
import type { AgentIdentity } from '@svc/store';
import type { agentDecisions } from './operations/agent-decisions.js';

/** `/api/agent/decisions`. */
export function agentDecisionHandlers(decisions: ReturnType<typeof agentDecisions>) {
  return {
    requestDecision: async ({ auth, body }) => ({ status: 201, body: await decisions.request(auth, body) }),
    listOwnDecisions: async ({ auth, query }) => ({ status: 200, body: await decisions.list(auth, query) }),
    getOwnDecision: async ({ auth, params }) => ({
      status: 200,
      body: await decisions.read(auth, params.decision_id),
    }),
    cancelDecision: async ({ auth, params }) => ({
      status: 200,
      body: await decisions.cancel(auth, params.decision_id),
    }),
  } satisfies OperationHandlers<AgentIdentity>;
}
