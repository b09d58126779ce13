import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
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
export function writeAuditEntry(client: ClientBase, entry: NewAuditEntry): Promise<void> {
  return writeAuditEntries(client, [entry]);
}

/** Writes an entry for each of several facts, by one statement. */
export async function writeAuditEntries(client: ClientBase, entries: NewAuditEntry[]): Promise<void> {
  if (entries.length > 0)
    await rows(client, sql.audit.insert, { entries: JSON.stringify(entries.map(rowOf)) });
}

/** An entry by the names of its columns. */
function rowOf({ userId, action, actor = { kind: 'user', id: userId }, call, ...entry }: NewAuditEntry) {
  return {
    id: newId('audit'),
    user_id: userId,
    actor: actor.kind,
    actor_id: actor.id,
    area: auditAreaOf(action),
    action,
    outcome: entry.outcome ?? 'done',
    subject_id: entry.subjectId,
    agent_id: entry.agentId,
    address: call?.address,
    key_id: call?.apiKey?.keyId,
    key_name: call?.apiKey?.name,
    details: entry.details ?? {},
  };
}
