import { isSameValues } from './answer-schema.js';
import type { AnswerValues } from './answer-schema.js';

/**
 * `pending` until the user answers it or it expires. The agent is told of `approved`, `rejected` and `dismissed`. `cancelled`: the agent
 * itself withdrew it.
 */
export const DECISION_STATUSES = ['pending', 'approved', 'rejected', 'dismissed', 'cancelled'] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

/** What a user may answer (specification, "decision_resolved"). */
export const DECISION_ANSWERS = ['approved', 'rejected', 'dismissed'] as const;
export type DecisionAnswer = (typeof DECISION_ANSWERS)[number];

/** Who or what ended it: the user, an always-allow rule, its expiry, the agent. */
export const RESOLUTION_REASONS = ['user', 'rule', 'expired', 'cancelled'] as const;
export type ResolutionReason = (typeof RESOLUTION_REASONS)[number];

/** Requests that one agent may have open at once. */
export const OPEN_DECISIONS_PER_AGENT_MAX = 1_000;

/** Always-allow rules of one agent. */
export const DECISION_RULES_PER_AGENT_MAX = 200;

/** The newest requests of an agent that a preview of a pattern looks at. */
export const DECISION_PREVIEW_REQUESTS_MAX = 1_000;

/** Requests that a preview shows. */
export const DECISION_PREVIEW_SAMPLES_MAX = 20;

/** How a request was answered, or is to be. */
export interface GivenAnswer {
  status: DecisionAnswer;
  /** What was filled in; `null` for a request without a form, and for what is no approval. */
  answer: AnswerValues | null;
  /** `null` if no rule is asked for. */
  alwaysAllowPattern: string | null;
}

/**
 * Whether an answer repeats the answer of a decision that is no longer open. The first answer wins: its note stays. An answer that asks for
 * a rule which the first one did not store is a different answer, because its sender would believe that the rule exists. So is one that fills in
 * something else.
 */
export function isSameAnswer(
  decided: { status: DecisionStatus; answer: AnswerValues | null; alwaysAllowPattern: string | null },
  answer: GivenAnswer,
): boolean {
  if (decided.status !== answer.status || !isSameValues(decided.answer, answer.answer)) return false;
  return answer.alwaysAllowPattern === null || answer.alwaysAllowPattern === decided.alwaysAllowPattern;
}
