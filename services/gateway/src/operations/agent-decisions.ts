import {
  answerSchema,
  invalidField,
  newId,
  PAGE_SIZE,
  prefilledAnswer,
  ServiceError,
  storableText,
  storableValues,
  visibleText,
} from '@svc/domain';
import type { OperationBody, OperationHandlers } from '@svc/http-contract';
import type { NewForm } from '@svc/store';
import type { AgentCaller } from '../agent-guard.js';
import type { AnswerForms } from '../answer-forms.js';
import { decisionView } from '../views/decision-view.js';
import { patternOver, announceDecision, endOfDecision } from './decisions.js';
import { found } from './parts.js';
import type { OperationParts } from './parts.js';

/** Operations of an agent of either kind on decisions: `/api/agent/decisions`. */
export function agentDecisions(deps: OperationParts) {
  const { decisions } = deps.store;
  return {
    /** Opens a request. If an always-allow rule covers it, the answer shows it approved, and its event is sent all the same. */
    async requestDecision({ auth: agent, body }) {
      const action = body.action === undefined ? null : visibleText(body.action, 'body.action');
      const messageId = newId('message');
      const requested = await decisions.request({
        decisionId: newId('decision'),
        messageId,
        eventId: newId('event'),
        agentId: agent.agentId,
        conversationId: body.conversation_id ?? null,
        newConversationId: newId('conversation'),
        taskRunId: body.task_run_id ?? null,
        title: storableText(body.title, 'body.title'),
        description: storableText(body.description ?? '', 'body.description') || null,
        action,
        suggestedPattern: suggestedPattern(action, body.suggested_pattern),
        key: body.key === undefined ? null : storableText(body.key, 'body.key'),
        form: newForm(deps.answerForms, body),
        expiresInSeconds: body.expires_in_seconds ?? null,
      });
      if (requested.outcome === 'known') return { status: 200, body: decisionView(requested.decision) };
      if (requested.outcome === 'not_found') throw new ServiceError('not_found');
      if (requested.outcome === 'too_many_open') {
        throw new ServiceError('conflict', { detail: 'The agent has as many open requests as it may' });
      }
      const { decision, userId } = requested;
      const { agentId, conversationId } = decision;
      deps.hints.messageChanged({ agentId, userId, conversationId, messageId });
      announceDecision(deps, requested);
      return { status: 201, body: decisionView(decision) };
    },

    async listOwnDecisions({ auth, query }) {
      const page = { ...query, limit: query.limit ?? PAGE_SIZE.default };
      const listed = await decisions.listForAgent(auth.agentId, page);
      return { status: 200, body: listed.map(decisionView) };
    },

    /** With `wait` an open request is answered as soon as it has ended, else as it is when the time is over. */
    async getOwnDecision({ auth, params: { decision_id: decisionId }, query: { wait = 0 } }) {
      const find = async () => found(await decisions.findForAgent(decisionId, auth.agentId));
      const decision = await find();
      const isOver = async () => !(await decisions.isOpen(decisionId));
      const hasEnded =
        decision.status === 'pending' && wait > 0 && (await auth.until(wait * 1_000, isOver, decisionId));
      return { status: 200, body: decisionView(hasEnded ? await find() : decision) };
    },

    async cancelDecision({ auth, params }) {
      const ended = await decisions.cancel(params.decision_id, auth.agentId, auth.keyId);
      return { status: 200, body: decisionView(endOfDecision(deps, ended)) };
    },
  } satisfies OperationHandlers<AgentCaller>;
}

/** What the user is to fill in. A rule may approve it only if the agent has proposed all that the form requires: a rule can fill in nothing. */
function newForm(
  answerForms: AnswerForms,
  { answer_schema: given, proposed: values }: OperationBody<'requestDecision'>,
): NewForm | null {
  if (given === undefined) {
    if (values === undefined) return null;
    throw invalidField('body.proposed', 'goes with an answer_schema only');
  }
  const schema = answerSchema(given, 'body.answer_schema');
  const pathOfDefault = (name: string): string => `body.answer_schema.properties.${name}.default`;
  answerForms.fit(schema, prefilledAnswer(schema, null), { pathOf: pathOfDefault, isComplete: false });
  if (values === undefined) return { schema, proposed: null, ruleAnswer: null };
  const pathOf = (name: string): string => `body.proposed.${name}`;
  const proposed = answerForms.fit(schema, storableValues(values, 'body.proposed'), {
    pathOf,
    isComplete: false,
  });
  const prefilled = prefilledAnswer(schema, proposed);
  return { schema, proposed, ruleAnswer: answerForms.isFilledIn(schema, prefilled) ? prefilled : null };
}

function suggestedPattern(action: string | null, given: string | undefined): string | null {
  if (given === undefined) return null;
  if (action === null) throw invalidField('body.suggested_pattern', 'says nothing without an action');
  return patternOver(action, given, 'body.suggested_pattern').text;
}
