import type { DecisionAnswer, DecisionStatus } from './decision.js';

/** How a request was answered, or is to be. */
export interface GivenAnswer {
  status: DecisionAnswer;
  /** `null` where later requests are not to be approved by themselves. */
  alwaysAllowPattern: string | null;
}

/**
 * Whether an answer says again what became of a decision that is no longer open. The first answer wins: its note stays. What asks
 * for a rule that the first answer did not store is another answer, since whoever asked would believe it to be there.
 */
export function isSameAnswer(
  decided: { status: DecisionStatus; alwaysAllowPattern: string | null },
  answer: GivenAnswer,
): boolean {
  if (decided.status !== answer.status) return false;
  return answer.alwaysAllowPattern === null || answer.alwaysAllowPattern === decided.alwaysAllowPattern;
}
