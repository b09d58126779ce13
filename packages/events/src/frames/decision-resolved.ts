import type { AnswerValues, DecisionAnswer } from '@svc/domain';
import { eventFrame } from './event-frame.js';

/** What a `decision_resolved` event says beside its type. */
export interface DecisionOutcome {
  decisionId: string;
  status: DecisionAnswer;
  /** `null` where nothing was noted. */
  note: string | null;
  conversationId: string;
  /** The rule that was stored with the answer or that gave it; `null` for neither. */
  alwaysAllowPattern: string | null;
  /** What the user has filled in, `null` unless approved. Left out if the request has no form. */
  answer?: AnswerValues | null;
}

/** The JSON text of a `decision_resolved` event (specification, "decision_resolved"). A note is a string there, empty for none. */
export function decisionResolvedFrame(outcome: DecisionOutcome): string {
  return eventFrame({
    type: 'decision_resolved',
    decision_id: outcome.decisionId,
    status: outcome.status,
    note: outcome.note ?? '',
    conversation_id: outcome.conversationId,
    always_allow: outcome.alwaysAllowPattern !== null,
    always_allow_pattern: outcome.alwaysAllowPattern,
    ...(outcome.answer !== undefined && { answer: outcome.answer }),
  });
}
