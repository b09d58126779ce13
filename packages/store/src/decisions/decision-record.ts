import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { Decision } from '../generated/prisma/client.js';
import type { AnswerSchema, AnswerValues, DecisionStatus, ResolutionReason } from '@svc/domain';
import type { ClientBase } from 'pg';

export interface DecisionRecord {
  decisionId: string;
  agentId: string;
  conversationId: string;
  taskRunId: string | null;
  title: string;
  description: string | null;
  action: string | null;
  suggestedPattern: string | null;
  /** What the agent calls the request. */
  key: string | null;
  status: DecisionStatus;
  note: string | null;
  /** The rule that the answer stored, or that approved the request. */
  alwaysAllowPattern: string | null;
  resolutionReason: ResolutionReason | null;
  /** `null` where the user only approves or not. */
  form: DecisionForm | null;
  /** Who or what ended the request, beside the reason. */
  resolvedBy: {
    ruleId: string | null;
    /** The key of the program that called: of the user, or of the agent that withdrew it. */
    key: { keyId: string; name: string } | null;
  };
  createdAt: Date;
  expiresAt: Date | null;
  remindedAt: Date | null;
  resolvedAt: Date | null;
}

export interface DecisionForm {
  schema: AnswerSchema;
  proposed: AnswerValues | null;
  /** `null` unless it is approved. */
  answer: AnswerValues | null;
}

type Form = 'answerSchema' | 'proposed' | 'answer';
type DecisionRow = Omit<Decision, Form | 'alwaysAllow' | 'eventId' | 'remindAt'> & Record<Form, unknown>;

export async function readDecision(client: ClientBase, id: string): Promise<DecisionRecord> {
  const [row] = await rows(client, sql.decisions.read, { id });
  if (row === undefined) throw new Error('A decision is missing');
  return decisionRecord(row);
}

export function decisionRecord(row: DecisionRow): DecisionRecord {
  const { resolvedByKeyId: keyId } = row;
  return {
    decisionId: row.id,
    agentId: row.agentId,
    conversationId: row.conversationId,
    taskRunId: row.taskRunId,
    title: row.title,
    description: row.description,
    action: row.action,
    suggestedPattern: row.suggestedPattern,
    key: row.key,
    status: row.status as DecisionStatus,
    note: row.note,
    alwaysAllowPattern: row.alwaysAllowPattern,
    resolutionReason: row.resolutionReason as ResolutionReason | null,
    form: formOf(row),
    resolvedBy: {
      ruleId: row.resolvedByRuleId,
      key: keyId === null ? null : { keyId, name: row.resolvedByKeyName ?? '' },
    },
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    remindedAt: row.remindedAt,
    resolvedAt: row.resolvedAt,
  };
}

function formOf({ answerSchema, proposed, answer }: DecisionRow): DecisionForm | null {
  if (answerSchema === null) return null;
  return {
    schema: answerSchema as AnswerSchema,
    proposed: proposed as AnswerValues | null,
    answer: answer as AnswerValues | null,
  };
}
