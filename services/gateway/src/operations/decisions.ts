import {
  exactActionPattern,
  invalidField,
  isSameValues,
  PAGE_SIZE,
  prefilledAnswer,
  ServiceError,
  storableText,
  storableValues,
  ActionPatternError,
  DECISION_PREVIEW_SAMPLES_MAX,
  parseActionPattern,
  visibleText,
  answerSchema,
  newId,
  conflict,
} from '@svc/domain';
import type { AnswerValues, ActionPattern } from '@svc/domain';
import { viewOf } from '@svc/http-contract';
import type { OperationBody, OperationHandlers } from '@svc/http-contract';
import type { DecisionRecord, EndedDecision, OutgoingEvent, Store, NewForm } from '@svc/store';
import { answerForm } from '../answer-forms.js';
import type { ClientCaller } from '../user-guard.js';
import { clientDecisionView, decisionView } from '../views/decision-view.js';
import { assertFound, found } from './parts.js';
import type { OperationParts } from './parts.js';
import type { AgentCaller } from '../agent-guard.js';

/** `/api/client/decisions`. */
export function decisions(deps: OperationParts) {
  const { store } = deps;
  return {
    async listDecisions({ auth, query: { agent_id: agentId, ...query } }) {
      const limit = query.limit ?? PAGE_SIZE.default;
      const listed = await store.decisions.listOf({ ...query, userId: auth.userId, agentId, limit });
      return listed.map(clientDecisionView);
    },

    async getDecision({ auth, params }) {
      const decision = found(await store.decisions.findForUser(params.decision_id, auth.userId));
      return clientDecisionView(decision);
    },

    /** The first answer wins. A rule is stored with it. */
    async resolveDecision({ auth: { userId, call }, params: { decision_id: decisionId }, body }) {
      const note = storableText(body.note ?? '', 'body.note') || null;
      const request = found(await store.decisions.findForUser(decisionId, userId));
      const answer = answerOf(request, body);
      const ended = await store.decisions.resolve({
        decisionId,
        userId,
        call,
        status: body.status,
        note,
        answer,
        alwaysAllowPattern: alwaysAllowPattern(request, { ...body, answer }),
        alwaysAllowSeconds: body.always_allow_expires_in_seconds ?? null,
      });
      return clientDecisionView(endOfDecision(deps, ended));
    },
  } satisfies OperationHandlers<ClientCaller>;
}

/** `null` for a request without a form, and for what is no approval. */
function answerOf(
  { answerSchema: form }: DecisionRecord,
  { status, answer }: OperationBody<'resolveDecision'>,
): AnswerValues | null {
  const path = 'body.answer';
  if (answer !== undefined && form === null)
    throw invalidField(path, 'goes with a request that has an answer_schema only');
  if (answer !== undefined && status !== 'approved') throw invalidField(path, 'goes with an approval only');
  if (form === null || status !== 'approved') return null;
  if (answer === undefined && (form.required ?? []).length > 0) throw invalidField(path, 'is required');
  return answerForm(form).fit(storableValues(answer ?? {}, path), {
    pathOf: (name) => `${path}.${name}`,
    isComplete: true,
  });
}

/**
 * The user's pattern for a rule, else exactly the action; `null` for no rule. The agent's suggestion is not
 * taken: an agent could write its own permission.
 */
function alwaysAllowPattern(
  request: DecisionRecord,
  body: Omit<OperationBody<'resolveDecision'>, 'answer'> & { answer: AnswerValues | null },
): string | null {
  const { always_allow_pattern: given } = body;
  if (body.always_allow !== true) {
    for (const name of ['always_allow_pattern', 'always_allow_expires_in_seconds'] as const)
      if (body[name] !== undefined) throw invalidField(`body.${name}`, 'goes with always_allow only');
    return null;
  }
  if (body.status !== 'approved') throw invalidField('body.always_allow', 'goes with an approval only');
  if (request.action === null)
    throw invalidField('body.always_allow', 'needs a request that names an action');
  assertAsProposed(request, body.answer);
  if (given === undefined) return exactActionPattern(request.action);
  const { text, pattern } = patternOver(request.action, given, 'body.always_allow_pattern');
  if (pattern.isBroad && body.confirm_broad !== true) {
    throw invalidField('body.confirm_broad', 'must be true for a pattern that covers all of a verb or more');
  }
  return text;
}

/** A rule approves what the agent proposes, and not an answer that the user has changed. */
function assertAsProposed(
  { answerSchema: form, proposed }: DecisionRecord,
  answer: AnswerValues | null,
): void {
  if (form === null) return;
  if (proposed === null || !isSameValues(answer, prefilledAnswer(form, proposed)))
    throw invalidField('body.always_allow', 'goes with exactly what the agent has proposed');
}

/** Sends the event and the hints of the call. */
function endOfDecision(deps: OperationParts, ended: EndedDecision | null): DecisionRecord {
  const { outcome, decision, event } = found(ended);
  if (outcome === 'ended' || event !== null) announceDecision(deps, decision, event);
  if (outcome === 'refused') throw conflict(alreadyIs(decision));
  if (outcome === 'too_many_rules')
    throw conflict('The agent has as many always-allow rules as it may; revoke one first');
  return decision;
}

function announceDecision(
  { announcer, hints }: OperationParts,
  decision: DecisionRecord,
  event: OutgoingEvent | null,
): void {
  if (event !== null) {
    announcer.announce(event);
    hints.eventChanged(event.eventId, decision.agentId, decision.userId);
  }
  hints.decisionChanged(decision);
}

function alreadyIs({ status, resolutionReason }: DecisionRecord): string {
  // A request that another process is dismissing at this moment still reads as pending.
  if (resolutionReason === 'expired' || status === 'pending') return 'The request has expired';
  return `The request is ${status} already`;
}

/** The answer to a request makes a rule. */
export function decisionRules({ store }: { store: Pick<Store, 'agents' | 'decisionRules'> }) {
  return {
    async listDecisionRules({ auth, query }) {
      const { agent_id: agentId, cursor, limit = PAGE_SIZE.default } = query;
      const rules = await store.decisionRules.listOf({ userId: auth.userId, agentId, cursor, limit });
      return rules.map((rule) => viewOf('DecisionRule', rule));
    },

    async revokeDecisionRule({ auth, params }) {
      assertFound(await store.decisionRules.revoke(params.rule_id, auth.userId, auth.call));
    },

    /** Of the agent's newest requests, those that the pattern would have covered. */
    async previewDecisionRule({ auth, body }) {
      const { pattern } = patternField(body.pattern, 'body.pattern');
      found(await store.agents.findOwned(body.agent_id, auth.userId));
      const asked = await store.decisionRules.askedActions(body.agent_id);
      const covered = asked.filter(({ action }) => pattern.matches(action));
      const samples = covered.slice(0, DECISION_PREVIEW_SAMPLES_MAX);
      const counts = { count: covered.length, examined: asked.length, isBroad: pattern.isBroad };
      return viewOf('DecisionRulePreview', { ...counts, samples });
    },
  } satisfies OperationHandlers<ClientCaller>;
}

interface PatternField {
  text: string;
  pattern: ActionPattern;
}

/** @throws ServiceError `invalid_request` for text that is no valid pattern. */
function patternField(given: string, path: string): PatternField {
  const text = visibleText(given, path);
  try {
    return { text, pattern: parseActionPattern(text) };
  } catch (error) {
    if (error instanceof ActionPatternError) throw invalidField(path, error.message);
    throw error;
  }
}

/** It has to cover the request's own action. @throws ServiceError `invalid_request`, also if malformed. */
function patternOver(action: string, given: string, path: string): PatternField {
  const field = patternField(given, path);
  if (!field.pattern.matches(action)) throw invalidField(path, 'must cover the action of the request');
  return field;
}

/** `/api/agent/decisions`, for agents of either kind. */
export function agentDecisions(deps: OperationParts) {
  const { decisions } = deps.store;
  return {
    /** If a rule covers the request, the answer shows it approved, and its event is sent all the same. */
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
        form: newForm(body),
        expiresInSeconds: body.expires_in_seconds ?? null,
      });
      if (requested.outcome === 'known') return { status: 200, body: decisionView(requested.decision) };
      if (requested.outcome === 'not_found') throw new ServiceError('not_found');
      if (requested.outcome === 'too_many_open')
        throw conflict('The agent has as many open requests as it may');
      const { decision, event } = requested;
      const { agentId, userId, conversationId } = decision;
      deps.hints.messageChanged({ agentId, userId, conversationId, messageId });
      announceDecision(deps, decision, event);
      return { status: 201, body: decisionView(decision) };
    },

    async listOwnDecisions({ auth: { agentId, ownerId: userId }, query }) {
      const limit = query.limit ?? PAGE_SIZE.default;
      const listed = await decisions.listOf({ ...query, userId, agentId, limit });
      return listed.map(decisionView);
    },

    /** With `wait` it answers as soon as the request has ended, or the time is over. */
    async getOwnDecision({ auth, params: { decision_id: decisionId }, query: { wait = 0 } }) {
      const find = async () => found(await decisions.findForAgent(decisionId, auth.agentId));
      const decision = await find();
      const isOver = async () => !(await decisions.isOpen(decisionId));
      const hasEnded =
        decision.status === 'pending' && wait > 0 && (await auth.until(wait * 1_000, isOver, decisionId));
      return decisionView(hasEnded ? await find() : decision);
    },

    async cancelDecision({ auth: { agentId, credential }, params }) {
      const keyId = credential.kind === 'key' ? credential.keyId : null;
      const ended = await decisions.cancel(params.decision_id, agentId, keyId);
      return decisionView(endOfDecision(deps, ended));
    },
  } satisfies OperationHandlers<AgentCaller>;
}

/** A rule fills in nothing, so it may approve only if the agent has proposed all that the form requires. */
function newForm({
  answer_schema: given,
  proposed: values,
}: OperationBody<'requestDecision'>): NewForm | null {
  if (given === undefined) {
    if (values === undefined) return null;
    throw invalidField('body.proposed', 'goes with an answer_schema only');
  }
  const schema = answerSchema(given, 'body.answer_schema');
  const pathOfDefault = (name: string): string => `body.answer_schema.properties.${name}.default`;
  const form = answerForm(schema);
  form.fit(prefilledAnswer(schema, null), { pathOf: pathOfDefault, isComplete: false });
  if (values === undefined) return { schema, proposed: null, ruleAnswer: null };
  const pathOf = (name: string): string => `body.proposed.${name}`;
  const storable = storableValues(values, 'body.proposed');
  const proposed = form.fit(storable, { pathOf, isComplete: false });
  const prefilled = prefilledAnswer(schema, proposed);
  return { schema, proposed, ruleAnswer: form.isFilledIn(prefilled) ? prefilled : null };
}

function suggestedPattern(action: string | null, given: string | undefined): string | null {
  if (given === undefined) return null;
  if (action === null) throw invalidField('body.suggested_pattern', 'says nothing without an action');
  return patternOver(action, given, 'body.suggested_pattern').text;
}
