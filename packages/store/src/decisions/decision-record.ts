import type { Decision } from '@svc/database';
import type { DecisionStatus, ResolutionReason } from '@svc/domain';

/** A request of an agent, and its outcome. */
export interface DecisionRecord {
  decisionId: string;
  agentId: string;
  /** The conversation that shows the request. */
  conversationId: string;
  taskRunId: string | null;
  title: string;
  description: string | null;
  action: string | null;
  suggestedPattern: string | null;
  status: DecisionStatus;
  note: string | null;
  /** The rule that the answer stored, or that approved the request. */
  alwaysAllowPattern: string | null;
  resolutionReason: ResolutionReason | null;
  createdAt: Date;
  expiresAt: Date | null;
  resolvedAt: Date | null;
}

export function decisionRecord(row: Decision): DecisionRecord {
  return {
    decisionId: row.id,
    agentId: row.agentId,
    conversationId: row.conversationId,
    taskRunId: row.taskRunId,
    title: row.title,
    description: row.description,
    action: row.action,
    suggestedPattern: row.suggestedPattern,
    status: row.status as DecisionStatus,
    note: row.note,
    alwaysAllowPattern: row.alwaysAllowPattern,
    resolutionReason: row.resolutionReason as ResolutionReason | null,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    resolvedAt: row.resolvedAt,
  };
}

/** A decision's columns under Prisma's names, for statements written by hand; `table` is the name of the table in the statement. */
export function decisionColumns(table: string): string {
  const columns: Record<keyof Decision, string> = {
    id: 'id',
    agentId: 'agent_id',
    conversationId: 'conversation_id',
    taskRunId: 'task_run_id',
    title: 'title',
    description: 'description',
    action: 'action',
    suggestedPattern: 'suggested_pattern',
    status: 'status',
    note: 'note',
    alwaysAllow: 'always_allow',
    alwaysAllowPattern: 'always_allow_pattern',
    resolutionReason: 'resolution_reason',
    eventId: 'event_id',
    createdAt: 'created_at',
    expiresAt: 'expires_at',
    resolvedAt: 'resolved_at',
  };
  return Object.entries(columns)
    .map(([name, column]) => `${table}.${column} AS "${name}"`)
    .join(', ');
}
