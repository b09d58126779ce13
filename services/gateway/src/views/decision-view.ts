import type { ResolutionReason } from '@svc/domain';
import { viewOf } from '@svc/http-contract';
import type { DecisionRecord } from '@svc/store';

export function decisionView(decision: DecisionRecord) {
  return viewOf('Decision', viewed(decision));
}

/** Only users see which program has answered by an API key, and of what there was a reminder. */
export function clientDecisionView(decision: DecisionRecord) {
  const { resolutionReason, remindedAt } = decision;
  const { resolvedBy: ended, ...rest } = viewed(decision);
  const byUser = resolutionReason === 'user' && keyOf(decision);
  return viewOf('ClientDecision', { ...rest, resolvedBy: ended && { ...ended, ...byUser }, remindedAt });
}

const KINDS = { user: 'user', rule: 'rule', expired: 'expiry', cancelled: 'agent' } as const satisfies Record<
  ResolutionReason,
  string
>;

function viewed(decision: DecisionRecord) {
  const { answerSchema, resolutionReason: reason, resolvedByRuleId: ruleId, alwaysAllowPattern } = decision;
  return {
    ...decision,
    alwaysAllow: alwaysAllowPattern !== null,
    ...(answerSchema === null && NO_FORM),
    resolvedBy: reason && {
      ...{ kind: KINDS[reason], ruleId },
      ...(reason === 'cancelled' && keyOf(decision)),
    },
  };
}

const NO_FORM = { answerSchema: undefined, proposed: undefined, answer: undefined };

function keyOf({ resolvedByKeyId, resolvedByKeyName }: DecisionRecord) {
  return { keyId: resolvedByKeyId ?? undefined, keyName: resolvedByKeyName ?? undefined };
}
