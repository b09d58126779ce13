import type { AskedAction, DecisionRecord, DecisionRuleRecord } from '@svc/store';

/** A decision, the same to its agent and to its user. */
export function decisionView(decision: DecisionRecord) {
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

/** A request as the preview of a pattern shows it. */
export function askedActionView(asked: AskedAction) {
  return {
    decision_id: asked.decisionId,
    title: asked.title,
    action: asked.action,
    status: asked.status,
    created_at: asked.createdAt.toISOString(),
  };
}
