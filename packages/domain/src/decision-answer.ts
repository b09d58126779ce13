import type { DecisionAnswer, DecisionStatus } from './decision.js';

/** How a request was answered, or is to be. */
export interface GivenAnswer {
  status: DecisionAnswer;
  /** `null` if no rule is asked for. */
  alwaysAllowPattern: string | null;
}

/**
 * Whether an answer repeats the answer of a decision that is no longer open. The first answer wins: its note stays. An answer that asks for
 * a rule which the first one did not store is a different answer, because its sender would believe that the rule exists.
 */
export function isSameAnswer(
  decided: { status: DecisionStatus; alwaysAllowPattern: string | null },
  answer: GivenAnswer,
): boolean {
  if (decided.status !== answer.status) return false;
  return answer.alwaysAllowPattern === null || answer.alwaysAllowPattern === decided.alwaysAllowPattern;
}
