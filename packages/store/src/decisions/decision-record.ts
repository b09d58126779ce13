import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { Decision } from '../generated/prisma/client.js';
import type { AnswerSchema, AnswerValues, DecisionStatus, ResolutionReason } from '@svc/domain';
import type { ClientBase } from 'pg';

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
  /** What the agent calls the request; `null` where it gave no key. */
  key: string | null;
  status: DecisionStatus;
  note: string | null;
  /** The rule that the answer stored, or that approved the request. */
  alwaysAllowPattern: string | null;
  resolutionReason: ResolutionReason | null;
  /** The form that the user fills in, with what the agent proposes and what was answered; `null` where it asked for none. */
  form: DecisionForm | null;
  resolvedBy: ResolvedBy;
  createdAt: Date;
  expiresAt: Date | null;
  /** When its user was reminded of it; `null` if not. */
  remindedAt: Date | null;
  resolvedAt: Date | null;
}

export interface DecisionForm {
  schema: AnswerSchema;
  proposed: AnswerValues | null;
  /** `null` unless it is approved. */
  answer: AnswerValues | null;
}

/** What is known of who or what ended a request, beside the reason. */
export interface ResolvedBy {
  ruleId: string | null;
  /** The key of the program that called: of the user, or of the agent that withdrew it. */
  key: { keyId: string; name: string } | null;
}

type Form = 'answerSchema' | 'proposed' | 'answer';
/** The columns of a request that its record needs. */
type DecisionRow = Omit<Decision, Form | 'alwaysAllow' | 'eventId' | 'remindAt'> & Record<Form, unknown>;

/** Reads a request within the transaction that writes it. */
export async function readDecision(client: ClientBase, id: string): Promise<DecisionRecord> {
  const [row] = await rows(client, sql.decisions.read, { id });
  if (row === undefined) throw new Error('A decision is missing');
  return decisionRecord(row);
}

export function decisionRecord(row: DecisionRow): DecisionRecord {
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
      key:
        row.resolvedByKeyId === null
          ? null
          : { keyId: row.resolvedByKeyId, name: row.resolvedByKeyName ?? '' },
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
