import type { ResolutionReason } from '@svc/domain';
import type { AskedAction, DecisionRecord, DecisionRuleRecord } from '@svc/store';

export function decisionView(decision: DecisionRecord) {
  const { resolutionReason: reason } = decision;
  return { ...sharedView(decision), ...(reason !== null && { resolved_by: endedBy(decision, reason) }) };
}

/** Only users see which program has answered by an API key, and of what there was a reminder. */
export function clientDecisionView(decision: DecisionRecord) {
  const { resolutionReason: reason, resolvedBy, remindedAt } = decision;
  const byUser = reason === 'user' && resolvedBy.key !== null ? keyOf(resolvedBy.key) : {};
  return {
    ...sharedView(decision),
    ...(reason !== null && { resolved_by: { ...endedBy(decision, reason), ...byUser } }),
    ...(remindedAt !== null && { reminded_at: remindedAt.toISOString() }),
  };
}

const KINDS = { user: 'user', rule: 'rule', expired: 'expiry', cancelled: 'agent' } as const satisfies Record<
  ResolutionReason,
  string
>;

function endedBy({ resolvedBy: { ruleId, key } }: DecisionRecord, reason: ResolutionReason) {
  return {
    kind: KINDS[reason],
    ...(ruleId !== null && { rule_id: ruleId }),
    ...(reason === 'cancelled' && key !== null && keyOf(key)),
  };
}

function keyOf({ keyId, name }: { keyId: string; name: string }) {
  return { key_id: keyId, key_name: name };
}

function sharedView(decision: DecisionRecord) {
  const { form } = decision;
  return {
    decision_id: decision.decisionId,
    agent_id: decision.agentId,
    conversation_id: decision.conversationId,
    task_run_id: decision.taskRunId,
    title: decision.title,
    description: decision.description,
    action: decision.action,
    suggested_pattern: decision.suggestedPattern,
    status: decision.status,
    note: decision.note,
    always_allow: decision.alwaysAllowPattern !== null,
    always_allow_pattern: decision.alwaysAllowPattern,
    resolution_reason: decision.resolutionReason,
    created_at: decision.createdAt.toISOString(),
    expires_at: decision.expiresAt?.toISOString() ?? null,
    resolved_at: decision.resolvedAt?.toISOString() ?? null,
    ...(decision.key !== null && { key: decision.key }),
    ...(form !== null && { answer_schema: form.schema, proposed: form.proposed, answer: form.answer }),
  };
}

export function decisionRuleView(rule: DecisionRuleRecord) {
  return {
    rule_id: rule.ruleId,
    agent_id: rule.agentId,
    pattern: rule.pattern,
    created_at: rule.createdAt.toISOString(),
  };
}

export function askedActionView(asked: AskedAction) {
  return {
    decision_id: asked.decisionId,
    title: asked.title,
    action: asked.action,
    status: asked.status,
    created_at: asked.createdAt.toISOString(),
  };
}
