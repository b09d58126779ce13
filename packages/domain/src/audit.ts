/** What the audit log records, by the area that people filter by. */
export const AUDIT_ACTIONS = {
  session: ['signed_in', 'signed_out', 'ended'],
  account: [
    'created',
    'changed',
    'password_changed',
    'export_requested',
    'export_fetched',
    'key_made',
    'key_revoked',
  ],
  agent: [
    'created',
    'changed',
    'secret_rotated',
    'key_made',
    'key_revoked',
    'signing_secret_rotated',
    'signing_secret_removed',
    'deleted',
  ],
  task: ['created', 'changed', 'trigger_rotated', 'sender_set', 'sender_removed', 'started', 'deleted'],
  run: ['cancelled'],
  conversation: ['changed', 'deleted', 'message_deleted'],
  decision: ['resolved'],
  rule: ['made', 'removed'],
  event: ['redelivered', 'replay_started', 'replay_cancelled'],
  invitation: ['made', 'used', 'revoked'],
} as const;

export type AuditArea = keyof typeof AUDIT_ACTIONS;

/** An area and what was done in it, such as `agent.secret_rotated`. */
export type AuditAction = {
  [Area in AuditArea]: `${Area}.${(typeof AUDIT_ACTIONS)[Area][number]}`;
}[AuditArea];

export type AuditActor = 'user' | 'agent' | 'system';

/** `refused` is only written of a try that was about the account and had a wrong password. */
export type AuditOutcome = 'done' | 'refused';

export function auditAreaOf(action: AuditAction): AuditArea {
  return action.slice(0, action.indexOf('.')) as AuditArea;
}
