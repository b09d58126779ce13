import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { AuditAction, AuditActor, AuditArea, AuditOutcome } from '@svc/domain';
import type { Pool } from 'pg';
import { writeAuditEntry } from './audit-entry.js';
import type { AuditDetails, NewAuditEntry } from './audit-entry.js';

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
      await transaction(pool, async (client) => {
        await rows(client, sql.audit.commitWithoutWait, {});
        const [user] = await rows(client, sql.accounts.findByEmail, { email: email.toLowerCase() });
        if (user === undefined) return;
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
