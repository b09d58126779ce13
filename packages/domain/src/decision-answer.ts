import { isSameValues } from './answer-schema.js';
import type { AnswerValues } from './answer-schema.js';
import type { DecisionAnswer, DecisionStatus } from './decision.js';

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
