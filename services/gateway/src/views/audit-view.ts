import type { AuditRecord } from '@svc/store';

export function auditEntryView(entry: AuditRecord) {
  return {
    audit_id: entry.auditId,
    action: entry.action,
    outcome: entry.outcome,
    actor: entry.actor,
    actor_id: entry.actorId,
    subject_id: entry.subjectId,
    agent_id: entry.agentId,
    address: entry.address,
    key_id: entry.apiKey?.keyId ?? null,
    key_name: entry.apiKey?.name ?? null,
    details: entry.details as Record<string, unknown>,
    created_at: entry.createdAt.toISOString(),
  };
}
