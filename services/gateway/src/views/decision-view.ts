import type { ResolutionReason } from '@svc/domain';
import { viewOf } from '@svc/http-contract';
import type { DecisionRecord } from '@svc/store';

export function decisionView(decision: DecisionRecord) {
  return viewOf('Decision', viewed(decision));
}

/** Only users see which program has answered by an API key, and of what there was a reminder. */
export function clientDecisionView(decision: DecisionRecord) {
  const { resolutionReason, resolvedBy, remindedAt } = decision;
  const { resolvedBy: ended, ...rest } = viewed(decision);
  const byUser = resolutionReason === 'user' && keyOf(resolvedBy);
  return viewOf('ClientDecision', { ...rest, resolvedBy: ended && { ...ended, ...byUser }, remindedAt });
}

const KINDS = { user: 'user', rule: 'rule', expired: 'expiry', cancelled: 'agent' } as const satisfies Record<
  ResolutionReason,
  string
>;

function viewed(decision: DecisionRecord) {
  const { form, resolutionReason: reason, resolvedBy, alwaysAllowPattern } = decision;
  return {
    ...decision,
    alwaysAllow: alwaysAllowPattern !== null,
    ...{ answerSchema: form?.schema, proposed: form?.proposed, answer: form?.answer },
    resolvedBy: reason && {
      ...{ kind: KINDS[reason], ruleId: resolvedBy.ruleId },
      ...(reason === 'cancelled' && keyOf(resolvedBy)),
    },
  };
}

function keyOf({ key }: DecisionRecord['resolvedBy']) {
  return { keyId: key?.keyId, keyName: key?.name };
}
