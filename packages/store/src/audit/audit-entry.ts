import { rows } from '@svc/database';
import { auditAreaOf, newId } from '@svc/domain';
import type { AuditAction, AuditActor, AuditOutcome } from '@svc/domain';
import type { ClientBase } from 'pg';

/**
 * More about a fact: names of changed fields, a new name, the kind of an answer. Never a secret, the text of a message, or an address with
 * a path. Together at most 4 KiB.
 */
export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>;

export interface NewAuditEntry extends Audited {
  /** Whose log it stands in. */
  userId: string;
  action: AuditAction;
  /** Default: the user. */
  actor?: { kind: AuditActor; id: string | null } | undefined;
  /** Default `done`. */
  outcome?: AuditOutcome | undefined;
  /** What it was done to: the id of an agent, a task, a run, a decision, a rule. */
  subjectId?: string | null | undefined;
  /** The agent that the subject belongs to. */
  agentId?: string | null | undefined;
  details?: AuditDetails | undefined;
}

/** How a person has called, as the audit log has it. Default: from nowhere that is kept, and by no key. */
export interface AuditedCall {
  /** As much as is kept of the address that the call came from. */
  address?: string | null | undefined;
  /** The API key that a program of the person came with, under its name at that time. */
  apiKey?: { keyId: string; name: string } | null | undefined;
}

/** A fact that a person brings about. */
export interface Audited {
  call?: AuditedCall | undefined;
}

/** Writes an entry within the transaction that writes the fact. */
export async function writeAuditEntry(client: ClientBase, entry: NewAuditEntry): Promise<void> {
  const { id, userId, actor, actorId, area, action, outcome, subjectId, agentId, call, details } =
    auditRow(entry);
  await rows(client, INSERT, [
    ...[id, userId, actor, actorId, area, action, outcome, subjectId, agentId, call],
    JSON.stringify(details),
  ]);
}

function auditRow(entry: NewAuditEntry) {
  const { userId, action, actor = { kind: 'user' as const, id: userId } } = entry;
  return {
    id: newId('audit'),
    userId,
    actor: actor.kind,
    actorId: actor.id,
    area: auditAreaOf(action),
    action,
    outcome: entry.outcome ?? 'done',
    subjectId: entry.subjectId ?? null,
    agentId: entry.agentId ?? null,
    call: entry.call ?? null,
    details: (entry.details ?? {}) as Record<string, string | number | boolean | null | string[]>,
  };
}

/** A new id of an entry in SQL, for a statement that writes the fact and its entry in one. As `newId` makes them. */
const NEW_AUDIT_ID = `
  'aud_' || lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20)`;

/** What a statement with a fact in it says of its entry, as expressions of SQL over {@link AuditedSql.from}. Left out: null. */
export interface AuditedSql {
  /** The relation whose rows are facts, with its conditions. */
  from: string;
  action: AuditAction;
  userId: string;
  actor: AuditActor;
  actorId?: string;
  subjectId: string;
  agentId: string;
  /** The parameter with the {@link AuditedCall}. */
  call?: `$${number}`;
  /** A value of type jsonb. */
  details?: string;
}

/** The text of an INSERT that adds an entry for each row. It stands in a common table expression. */
export function auditedSql(fact: AuditedSql): string {
  return `
    INSERT INTO audit_entry (id, user_id, actor, actor_id, area, action, subject_id, agent_id, details, ${CALL_COLUMNS})
    SELECT ${NEW_AUDIT_ID}, ${fact.userId}, '${fact.actor}', ${fact.actorId ?? 'NULL'}, '${auditAreaOf(fact.action)}', '${fact.action}',
           ${fact.subjectId}, ${fact.agentId}, ${fact.details ?? `'{}'::jsonb`}, ${fact.call === undefined ? 'NULL, NULL, NULL' : callValues(fact.call)}
      FROM ${fact.from}`;
}

const CALL_COLUMNS = 'address, key_id, key_name';

/** The values of {@link CALL_COLUMNS}. */
function callValues(call: `$${number}`): string {
  return `${call}::jsonb ->> 'address', ${call}::jsonb #>> '{apiKey,keyId}', ${call}::jsonb #>> '{apiKey,name}'`;
}

const INSERT = {
  name: 'audit-insert-2',
  text: `
    INSERT INTO audit_entry (id, user_id, actor, actor_id, area, action, outcome, subject_id, agent_id, details, ${CALL_COLUMNS})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11::jsonb, ${callValues('$10')})`,
};
