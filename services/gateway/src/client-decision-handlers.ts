import type { OperationHandlers } from '@svc/http-contract';
import type { SessionUser } from '@svc/sign-in';
import type { decisionRules } from './operations/decision-rules.js';
import type { decisions } from './operations/decisions.js';

export interface ClientDecisionOperations {
  decisions: ReturnType<typeof decisions>;
  decisionRules: ReturnType<typeof decisionRules>;
}

/** `/api/client/decisions` and `/api/client/decision-rules`. */
export function clientDecisionHandlers({ decisions, decisionRules }: ClientDecisionOperations) {
  return {
    listDecisions: async ({ auth, query }) => ({ status: 200, body: await decisions.list(auth, query) }),
    getDecision: async ({ auth, params }) => ({
      status: 200,
      body: await decisions.read(auth, params.decision_id),
    }),
    resolveDecision: async ({ auth, params, body }) => ({
      status: 200,
      body: await decisions.resolve(auth, params.decision_id, body),
    }),

    listDecisionRules: async ({ auth, query }) => ({
      status: 200,
      body: await decisionRules.list(auth, query),
    }),
    async revokeDecisionRule({ auth, params }) {
      await decisionRules.revoke(auth, params.rule_id);
      return { status: 204 };
    },
    previewDecisionRule: async ({ auth, body }) => ({
      status: 200,
      body: await decisionRules.preview(auth, body),
    }),
  } satisfies OperationHandlers<SessionUser>;
}
