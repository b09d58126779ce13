import { isDeepStrictEqual } from 'node:util';
import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { AuditEntry, PrismaClient } from '../generated/prisma/client.js';
import type { AuditAction, AuditActor, AuditArea, AuditOutcome } from '@svc/domain';
import type { Pool, ClientBase } from 'pg';
import { auditAreaOf, newId } from '@svc/domain';

/** The key under its name at that time; `null` in the console. */
export type AuditRecord = Omit<AuditEntry, 'id' | 'action' | 'outcome' | 'actor' | 'details'> & {
  auditId: string;
  action: AuditAction;
  outcome: AuditOutcome;
  actor: AuditActor;
  details: AuditDetails;
};

export type AuditLog = ReturnType<typeof auditQueries>;

/** Facts of other nouns write their entries themselves, in their own transactions. */
export function auditQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /** Adds an entry about a fact that better-auth has written. Does nothing for a deleted user. */
    async add(entry: NewAuditEntry): Promise<void> {
      await transaction(pool, async (client) => {
        const [user] = await rows(client, sql.accounts.hold, { id: entry.userId });
        if (user !== undefined) await writeAuditEntry(client, entry);
      });
    },

    /**
     * Adds an entry about a refused sign-in, if there is an account. The commit does not wait for the disk:
     * the answer takes as long for an address without an account, and a crash of the database's machine may
     * lose the last entries.
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

    /** Newest first. */
    async listOf(query: {
      userId: string;
      area?: AuditArea | undefined;
      /** Of an API key. */
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
      return found.map(({ id: auditId, ...entry }) => ({ ...entry, auditId }) as AuditRecord);
    },
  };
}

/**
 * Names of changed fields, a new name, the kind of an answer. Never a secret, the text of a message, or an
 * address with a path. Together at most 4 KiB.
 */
export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>;

interface NewAuditEntry extends Audited {
  userId: string;
  action: AuditAction;
  /** Default: the user. */
  actor?: { kind: AuditActor; id: string | null } | undefined;
  /** Default `done`. */
  outcome?: AuditOutcome | undefined;
  /** The id of an agent, a task, a run, a decision, a rule. */
  subjectId?: string | null | undefined;
  agentId?: string | null | undefined;
  details?: AuditDetails | undefined;
}

/** How a person has called. Default: from nowhere that is kept, and by no key. */
export interface AuditedCall {
  /** As much of the address as is kept. */
  address?: string | null | undefined;
  /** Under its name at that time. */
  apiKey?: { keyId: string; name: string } | null | undefined;
}

export interface Audited {
  call?: AuditedCall | undefined;
}

/** What a call has given and changed, under the names that people give. */
export function changedFields<Thing extends object>(
  changes: Partial<Record<keyof Thing, unknown>>,
  { former, current }: { former: Thing; current: Thing },
): string[] {
  const names = Object.keys(changes) as (keyof Thing & string)[];
  return names
    .filter((name) => changes[name] !== undefined && !isDeepStrictEqual(former[name], current[name]))
    .map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** Within the transaction that writes the fact. */
export function writeAuditEntry(client: ClientBase, entry: NewAuditEntry): Promise<void> {
  return writeAuditEntries(client, [entry]);
}

export async function writeAuditEntries(client: ClientBase, entries: NewAuditEntry[]): Promise<void> {
  if (entries.length > 0)
    await rows(client, sql.audit.insert, { entries: JSON.stringify(entries.map(rowOf)) });
}

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
