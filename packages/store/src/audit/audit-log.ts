import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { AuditAction, AuditActor, AuditArea, AuditOutcome } from '@svc/domain';
import type { Pool, ClientBase } from 'pg';
import { auditAreaOf, newId } from '@svc/domain';

export interface AuditRecord {
  auditId: string;
  action: AuditAction;
  outcome: AuditOutcome;
  actor: AuditActor;
  actorId: string | null;
  subjectId: string | null;
  agentId: string | null;
  address: string | null;
  /** The API key that was used, under its name at that time; `null` in the console. */
  apiKey: { keyId: string; name: string } | null;
  details: AuditDetails;
  createdAt: Date;
}

export type AuditLog = ReturnType<typeof auditQueries>;

/** What was done that matters to a user. The facts of other nouns write their entries themselves, in their own transactions. */
export function auditQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /** Adds an entry about a fact that better-auth has written. Does nothing for a user who is deleted. */
    async add(entry: NewAuditEntry): Promise<void> {
      await transaction(pool, async (client) => {
        const [user] = await rows(client, sql.accounts.hold, { id: entry.userId });
        if (user !== undefined) await writeAuditEntry(client, entry);
      });
    },

    /**
     * Adds an entry about a refused sign-in to the account of this e-mail address, if there is one. The commit does not wait for the disk. So
     * the answer takes as long for an address without an account, and a crash of the database's machine may lose the last entries.
     */
    async addRefusedSignIn({ email, address }: { email: string; address: string | null }): Promise<void> {
      const user = await prisma.user.findUnique({
        where: { email: email.toLowerCase(), deletedAt: null },
        select: { id: true },
      });
      await transaction(pool, async (client) => {
        await rows(client, sql.audit.commitWithoutWait, {});
        if (user === null) return;
        await writeAuditEntry(client, {
          userId: user.id,
          action: 'session.signed_in',
          actor: { kind: 'user', id: null },
          outcome: 'refused',
          call: { address },
        });
      });
    },

    /** A user's entries, newest first. */
    async listOf(query: {
      userId: string;
      area?: AuditArea | undefined;
      /** Only what was done by this API key. */
      keyId?: string | undefined;
      limit: number;
      /** The id of the last entry of the previous page. */
      cursor?: string | undefined;
    }): Promise<AuditRecord[]> {
      const { userId, area, keyId, limit, cursor } = query;
      const found = await prisma.auditEntry.findMany({
        where: {
          userId,
          ...(area === undefined ? {} : { area }),
          ...(keyId === undefined ? {} : { keyId }),
          ...(cursor === undefined ? {} : { id: { lt: cursor } }),
        },
        orderBy: { id: 'desc' },
        take: limit,
      });
      return found.map(({ id, details, ...row }) => ({
        auditId: id,
        action: row.action as AuditAction,
        outcome: row.outcome as AuditOutcome,
        actor: row.actor as AuditActor,
        actorId: row.actorId,
        subjectId: row.subjectId,
        agentId: row.agentId,
        address: row.address,
        apiKey: row.keyId === null ? null : { keyId: row.keyId, name: row.keyName ?? '' },
        details: details as AuditDetails,
        createdAt: row.createdAt,
      }));
    },
  };
}

/**
 * More about a fact: names of changed fields, a new name, the kind of an answer. Never a secret, the text of a message, or an address with
 * a path. Together at most 4 KiB.
 */
export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>;

interface NewAuditEntry extends Audited {
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
