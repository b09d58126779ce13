import { isSameValues } from './answer-schema.js';
import type { AnswerValues } from './answer-schema.js';

/** `dismissed`: by the user, or expired. `cancelled`: the agent itself withdrew it, and is not told. */
export const DECISION_STATUSES = ['pending', 'approved', 'rejected', 'dismissed', 'cancelled'] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

/** What a user may answer (specification, "decision_resolved"). */
export type DecisionAnswer = 'approved' | 'rejected' | 'dismissed';

/** Who or what ended it: the user, an always-allow rule, its expiry, the agent. */
export type ResolutionReason = 'user' | 'rule' | 'expired' | 'cancelled';

/** Requests that one agent may have open at once. */
export const OPEN_DECISIONS_PER_AGENT_MAX = 1_000;

export const DECISION_RULES_PER_AGENT_MAX = 200;

/** The newest requests of an agent that a preview of a pattern looks at. */
export const DECISION_PREVIEW_REQUESTS_MAX = 1_000;

export const DECISION_PREVIEW_SAMPLES_MAX = 20;

export interface GivenAnswer {
  status: DecisionAnswer;
  /** What was filled in; `null` for a request without a form, and for what is no approval. */
  answer: AnswerValues | null;
  alwaysAllowPattern: string | null;
}

/**
 * Whether an answer repeats that of a decision that is no longer open. The first answer wins: its note stays.
 * One that asks for a rule which the first did not store differs, since its sender would believe in the rule.
 * So does one that fills in something else.
 */
export function isSameAnswer(
  decided: { status: DecisionStatus; answer: AnswerValues | null; alwaysAllowPattern: string | null },
  answer: GivenAnswer,
): boolean {
  if (decided.status !== answer.status || !isSameValues(decided.answer, answer.answer)) return false;
  return answer.alwaysAllowPattern === null || answer.alwaysAllowPattern === decided.alwaysAllowPattern;
}
