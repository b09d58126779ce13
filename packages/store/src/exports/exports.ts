import * as sql from '../database/statements/generated/index.js';
import { firstRow, rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { conflict } from '@svc/domain';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { Audited } from '../audit/audit-log.js';
import { lockUser } from '../accounts/account-lock.js';
import { KEPT } from '../messages/uploads.js';

/** It has no bytes until it is ready, and no end, at which the file is removed, while it is made. */
export type ExportRecord = NonNullable<typeof sql.exports.list.row>;

/** The number of the attempt fences off a process that was believed to be dead. */
export type ClaimedExport = NonNullable<typeof sql.exports.claim.row>;

export type Exports = ReturnType<typeof exportQueries>;

/** They go after a day, so this bounds how many a user may ask for. */
export const EXPORTS_PER_USER_MAX = 3;

/** The time for the next lines, before the next attempt, of any process, begins the export anew. */
const LEASE_SECONDS = 60;
const KEPT_SECONDS = 86_400;

export const EXPORT_ATTEMPTS_MAX = 5;

export function exportQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /** @throws ServiceError `conflict` if one is being made, or as many are kept as may be; `unauthorized`. */
    async request(asked: { exportId: string; userId: string } & Audited): Promise<ExportRecord> {
      const { exportId, userId, call } = asked;
      return transaction(pool, async (client) => {
        await lockUser(client, userId);
        const known = await rows(client, sql.exports.list, { userId });
        if (known.some(({ state }) => state === 'pending' || state === 'running'))
          throw conflict('An export is being made');
        if (known.length >= EXPORTS_PER_USER_MAX)
          throw conflict(`A user has at most ${EXPORTS_PER_USER_MAX} exports, each for a day`);
        const [row] = await rows(client, sql.exports.insert, { id: exportId, userId });
        if (row === undefined) throw new Error('The export was not written');
        await writeAuditEntry(client, {
          ...{ userId, action: 'account.export_requested', subjectId: exportId, call },
        });
        return row;
      });
    },

    /** Newest first. */
    listOf: (userId: string): Promise<ExportRecord[]> => rows(pool, sql.exports.list, { userId }),

    /** `null` if it has no file. Writes into the audit log that it is fetched. */
    async fetch(asked: { exportId: string; userId: string } & Audited): Promise<ExportRecord | null> {
      const { exportId, userId, call } = asked;
      return transaction(pool, async (client) => {
        const [user] = await rows(client, sql.accounts.hold, { id: userId });
        const known = user === undefined ? [] : await rows(client, sql.exports.list, { userId });
        const found = known.find((each) => each.exportId === exportId && each.state === 'ready');
        if (found?.expiresAt == null || found.expiresAt <= new Date()) return null;
        await writeAuditEntry(client, {
          ...{ userId, action: 'account.export_fetched', subjectId: exportId, call },
        });
        return found;
      });
    },

    /** The oldest that no process makes. */
    async claim(): Promise<ClaimedExport | null> {
      await prisma.accountExport.updateMany({
        where: {
          state: { in: ['pending', 'running'] },
          attempt: { gte: EXPORT_ATTEMPTS_MAX },
          OR: [{ leasedUntil: null }, { leasedUntil: { lt: new Date() } }],
        },
        data: { state: 'failed', expiresAt: inSeconds(KEPT_SECONDS) },
      });
      return firstRow(pool, sql.exports.claim, {
        leaseSeconds: LEASE_SECONDS,
        attemptsMax: EXPORT_ATTEMPTS_MAX,
      });
    },

    /** Also says that this process is alive. False if it is not its export any more, or the user is deleted. */
    async proceed({ exportId: id, attempt }: ClaimedExport, lines: number): Promise<boolean> {
      const values = { id, attempt, lines, leaseSeconds: LEASE_SECONDS };
      return (await rows(pool, sql.exports.proceed, values)).length > 0;
    },

    /** `bytes` is `null` if there will be no file. False as in `proceed`. */
    async finish(
      { exportId: id, attempt }: ClaimedExport,
      { lines, bytes }: { lines: number; bytes: number | null },
    ): Promise<boolean> {
      const { count } = await prisma.accountExport.updateMany({
        where: { id, attempt, state: 'running', user: { deletedAt: null } },
        data: {
          ...{ state: bytes === null ? 'failed' : 'ready', lines, bytes: bytes ?? 0 },
          ...{ leasedUntil: null, expiresAt: inSeconds(KEPT_SECONDS) },
        },
      });
      return count > 0;
    },

    /** Exports whose time is over, or whose user is deleted: their files are to be removed. */
    async ended(): Promise<string[]> {
      const now = new Date();
      const isLeft = [{ state: 'pending' }, { leasedUntil: null }, { leasedUntil: { lt: now } }];
      const found = await prisma.accountExport.findMany({
        where: {
          OR: [{ expiresAt: { lt: now } }, { user: { deletedAt: { not: null } }, OR: isLeft }],
        },
        select: { id: true },
      });
      return found.map(({ id }) => id);
    },

    /** In whatever state. */
    async knownAmong(exportIds: string[]): Promise<Set<string>> {
      const where = { id: { in: exportIds } };
      const found = await prisma.accountExport.findMany({ where, select: { id: true } });
      return new Set(found.map(({ id }) => id));
    },

    /** After their files. */
    async forget(exportIds: string[]): Promise<void> {
      await prisma.accountExport.deleteMany({ where: { id: { in: exportIds } } });
    },

    /** Those that have come, also those that wait for a message, in the order of their ids. */
    async filesOf(userId: string, after: string, limit: number) {
      const found = await prisma.media.findMany({
        where: { userId, ...KEPT, readyAt: { not: null }, id: { gt: after } },
        select: {
          ...{ id: true, agentId: true, messageId: true, contentType: true, byteLength: true },
          ...{ fileName: true, createdAt: true },
        },
        ...{ orderBy: { id: 'asc' }, take: limit },
      });
      return found.map(({ id: mediaId, ...file }) => ({ mediaId, ...file }));
    },

    /**
     * In the order of runs and numbers: up to `limit`, and as many as fit into a read of 1 MiB, but at least
     * one. Does not ask whose the runs are.
     */
    blocksOf: (
      runIds: readonly string[],
      { runId: afterRunId, blockId: afterBlockId }: { runId: string; blockId: number },
      limit: number,
    ): Promise<ExportedBlock[]> =>
      rows(pool, sql.exports.contextBlocks, {
        ...{ runIds, afterRunId, afterBlockId, limit, bytesMax: BLOCKS_BYTES_MAX },
      }),

    /** `null` for a user who is deleted. */
    profile: (userId: string): Promise<{ name: string; email: string; createdAt: Date } | null> =>
      prisma.user.findUnique({
        where: { id: userId, deletedAt: null },
        select: { name: true, email: true, createdAt: true },
      }),
  };
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + 1_000 * seconds);
}

export type ExportedBlock = NonNullable<typeof sql.exports.contextBlocks.row>;

const BLOCKS_BYTES_MAX = 1024 * 1024;

/** No message has taken a file without an agent. Pictures and recordings have no name. */
export type ExportedFile = Awaited<ReturnType<Exports['filesOf']>>[number];
