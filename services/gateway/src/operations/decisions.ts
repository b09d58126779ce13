import {
  exactActionPattern,
  invalidField,
  isSameValues,
  PAGE_SIZE,
  prefilledAnswer,
  storableText,
  storableValues,
} from '@svc/domain';
import type { OperationBody, OperationHandlers } from '@svc/http-contract';
import type { AnswerValues } from '@svc/domain';
import type { DecisionRecord, Store } from '@svc/store';
import type { AnswerForms } from '../answer-forms.js';
import type { ClientCaller } from '../client-caller.js';
import { clientDecisionView } from '../views/decision-view.js';
import { patternOver } from './action-pattern-field.js';
import { endOfDecision } from './decision-ends.js';
import type { DecisionAnnouncing } from './decision-ends.js';
import { found } from './found.js';

export interface DecisionsDependencies extends DecisionAnnouncing {
  store: Pick<Store, 'decisions'>;
  answerForms: AnswerForms;
}

/** Operations of a user on the requests of their agents: `/api/client/decisions`. */
export function decisions(deps: DecisionsDependencies) {
  const { store } = deps;
  return {
    async listDecisions({ auth, query: { agent_id: agentId, ...query } }) {
      const limit = query.limit ?? PAGE_SIZE.default;
      const listed = await store.decisions.listForUser({ ...query, userId: auth.userId, agentId, limit });
      return { status: 200, body: listed.map(clientDecisionView) };
    },

    async getDecision({ auth, params }) {
      const decision = found(await store.decisions.findForUser(params.decision_id, auth.userId));
      return { status: 200, body: clientDecisionView(decision) };
    },

    /** The first answer wins. If it asks for a rule, the rule is stored with it. */
    async resolveDecision({ auth: { userId, call }, params: { decision_id: decisionId }, body }) {
      const note = storableText(body.note ?? '', 'body.note') || null;
      const request = found(await store.decisions.findForUser(decisionId, userId));
      const answer = answerOf(deps.answerForms, request, body);
      const ended = await store.decisions.resolve({
        decisionId,
        userId,
        call,
        status: body.status,
        note,
        answer,
        alwaysAllowPattern: alwaysAllowPattern(request, { ...body, answer }),
      });
      return { status: 200, body: clientDecisionView(endOfDecision(deps, ended)) };
    },
  } satisfies OperationHandlers<ClientCaller>;
}

/** What the user has filled in; `null` for a request without a form, and for what is no approval. */
function answerOf(
  answerForms: AnswerForms,
  { form }: DecisionRecord,
  { status, answer }: OperationBody<'resolveDecision'>,
): AnswerValues | null {
  const path = 'body.answer';
  if (answer !== undefined && form === null)
    throw invalidField(path, 'goes with a request that has an answer_schema only');
  if (answer !== undefined && status !== 'approved') throw invalidField(path, 'goes with an approval only');
  if (form === null || status !== 'approved') return null;
  if (answer === undefined && (form.schema.required ?? []).length > 0)
    throw invalidField(path, 'is required');
  return answerForms.fit(form.schema, storableValues(answer ?? {}, path), {
    pathOf: (name) => `${path}.${name}`,
    isComplete: true,
  });
}

/**
 * The pattern of the rule to store: the user's, else exactly the action. `null` for no rule. The agent's suggestion is never taken by itself,
 * because then an agent could write its own permission.
 */
function alwaysAllowPattern(
  request: DecisionRecord,
  body: Omit<OperationBody<'resolveDecision'>, 'answer'> & { answer: AnswerValues | null },
): string | null {
  if (body.always_allow !== true) {
    if (body.always_allow_pattern === undefined) return null;
    throw invalidField('body.always_allow_pattern', 'goes with always_allow only');
  }
  if (body.status !== 'approved') throw invalidField('body.always_allow', 'goes with an approval only');
  if (request.action === null)
    throw invalidField('body.always_allow', 'needs a request that names an action');
  assertAsProposed(request, body.answer);
  if (body.always_allow_pattern === undefined) return exactActionPattern(request.action);
  const { text, pattern } = patternOver(
    request.action,
    body.always_allow_pattern,
    'body.always_allow_pattern',
  );
  if (pattern.isBroad && body.confirm_broad !== true) {
    throw invalidField('body.confirm_broad', 'must be true for a pattern that covers all of a verb or more');
  }
  return text;
}

/** A rule approves what the agent proposes, so it cannot be made of an answer that the user has changed. */
function assertAsProposed({ form }: DecisionRecord, answer: AnswerValues | null): void {
  if (form === null) return;
  if (form.proposed === null || !isSameValues(answer, prefilledAnswer(form.schema, form.proposed)))
    throw invalidField('body.always_allow', 'goes with exactly what the agent has proposed');
}
