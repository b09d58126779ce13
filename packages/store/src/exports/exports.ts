import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { ServiceError } from '@svc/domain';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { Audited } from '../audit/audit-log.js';
import { lockUser } from '../accounts/account-lock.js';

export type ExportState = 'pending' | 'running' | 'ready' | 'failed';

export interface ExportRecord {
  exportId: string;
  state: ExportState;
  /** Lines written so far. */
  lines: number;
  /** Size of the file; 0 until it is ready. */
  bytes: number;
  requestedAt: Date;
  /** When the file is removed; `null` until it is ready, or has failed. */
  expiresAt: Date | null;
}

/** An export that this process makes. The number of the attempt fences off a process that was believed to be dead. */
export interface ClaimedExport {
  exportId: string;
  userId: string;
  attempt: number;
}

export type Exports = ReturnType<typeof exportQueries>;

/** Exports that a user may have at once. They go after a day, so this bounds how many a user may ask for. */
export const EXPORTS_PER_USER_MAX = 3;

/** How long a process has for the next lines before another one begins the export anew, in seconds. */
const LEASE_SECONDS = 60;
const KEPT_SECONDS = 86_400;

/** After so many attempts, an export has failed. */
export const EXPORT_ATTEMPTS_MAX = 5;

/** The pause after the first attempt that fails, in seconds; each further one is twice as long. */
const PAUSE_SECONDS_MIN = 30;
const PAUSE_SECONDS_MAX = 300;

export function exportQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /** @throws ServiceError `conflict` if one is being made, or the user has as many as a user may have; `unauthorized` if there is no such user. */
    async request({
      exportId,
      userId,
      call,
    }: { exportId: string; userId: string } & Audited): Promise<ExportRecord> {
      return transaction(pool, async (client) => {
        await lockUser(client, userId);
        const known = await rows(client, sql.exports.list, { userId });
        if (known.some(({ state }) => state === 'pending' || state === 'running')) {
          throw new ServiceError('conflict', { detail: 'An export is being made' });
        }
        if (known.length >= EXPORTS_PER_USER_MAX) {
          const detail = `A user has at most ${EXPORTS_PER_USER_MAX} exports, each for a day`;
          throw new ServiceError('conflict', { detail });
        }
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

    /** The user's export whose file can be fetched; `null` if there is none. Writes into the audit log that it is fetched. */
    async fetch({
      exportId,
      userId,
      call,
    }: {
      exportId: string;
      userId: string;
    } & Audited): Promise<ExportRecord | null> {
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

    /** Takes the oldest export that no process makes. `null` if there is none. */
    async claim(): Promise<ClaimedExport | null> {
      await prisma.accountExport.updateMany({
        where: {
          state: { in: ['pending', 'running'] },
          attempt: { gte: EXPORT_ATTEMPTS_MAX },
          OR: [{ leasedUntil: null }, { leasedUntil: { lt: new Date() } }],
        },
        data: { state: 'failed', expiresAt: inSeconds(KEPT_SECONDS) },
      });
      const [row] = await rows(pool, sql.exports.claim, {
        leaseSeconds: LEASE_SECONDS,
        attemptsMax: EXPORT_ATTEMPTS_MAX,
      });
      return row ?? null;
    },

    /** Says how far it is, and that this process is alive. False if the export is not this process's any more, or its user is deleted. */
    async proceed({ exportId: id, attempt }: ClaimedExport, lines: number): Promise<boolean> {
      const values = { id, attempt, lines, leaseSeconds: LEASE_SECONDS };
      return (await rows(pool, sql.exports.proceed, values)).length > 0;
    },

    /** The file is complete, or (`bytes` is `null`) will not be made. False as in `proceed`. */
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

    /** Gives an export back that this process will not finish. The next attempt may begin at once. */
    async release({ exportId: id, attempt }: ClaimedExport): Promise<void> {
      await prisma.accountExport.updateMany({
        ...{ where: { id, attempt, state: 'running' }, data: { leasedUntil: null } },
      });
    },

    /** Gives an export back whose attempt has failed. The next one may begin 30 s later, and after each further failure twice as late. */
    async defer({ exportId: id, attempt }: ClaimedExport): Promise<void> {
      const pauseSeconds = Math.min(PAUSE_SECONDS_MAX, PAUSE_SECONDS_MIN * 2 ** (attempt - 1));
      await prisma.accountExport.updateMany({
        where: { id, attempt, state: 'running' },
        data: { state: 'pending', leasedUntil: inSeconds(pauseSeconds) },
      });
    },

    /** The next exports behind an id whose time is over, or whose user is deleted, so that their files are to be removed. */
    async ended(limit: number, after = ''): Promise<string[]> {
      const now = new Date();
      const isLeft = [{ state: 'pending' }, { leasedUntil: null }, { leasedUntil: { lt: now } }];
      const found = await prisma.accountExport.findMany({
        where: {
          id: { gt: after },
          OR: [{ expiresAt: { lt: now } }, { user: { deletedAt: { not: null } }, OR: isLeft }],
        },
        ...{ orderBy: { id: 'asc' }, take: limit, select: { id: true } },
      });
      return found.map(({ id }) => id);
    },

    /** Whether there is such an export, in whatever state. */
    async isKnown(exportId: string): Promise<boolean> {
      return (await prisma.accountExport.count({ where: { id: exportId } })) > 0;
    },

    /** Removes the rows of exports whose files are removed. */
    async forget(exportIds: string[]): Promise<void> {
      await prisma.accountExport.deleteMany({ where: { id: { in: exportIds } } });
    },

    ...exportedRowQueries(pool, prisma),
  };
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + 1_000 * seconds);
}

export interface ExportedProfile {
  name: string;
  email: string;
  createdAt: Date;
}

export interface ExportedBlock {
  runId: string;
  /** Counts the blocks of a run from 1. */
  blockId: number;
  text: string;
  createdAt: Date;
}

export interface ExportedFile {
  mediaId: string;
  /** `null` of a file that the user has sent and no message has taken. */
  agentId: string | null;
  contentType: string;
  byteLength: number;
  /** `null` of a picture and of a recording. */
  fileName: string | null;
  messageId: string | null;
  createdAt: Date;
}

/** Size of the context blocks that one read takes, in bytes. */
const BLOCKS_BYTES_MAX = 1024 * 1024;

/** What an export reads that only an export reads in this way, in pages. */
export function exportedRowQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /** A page of the files of an agent, in the order of their ids. */
    async filesOf(agentId: string, after: string, limit: number): Promise<ExportedFile[]> {
      const found = await prisma.media.findMany({
        where: { agentId, expiredAt: null, id: { gt: after } },
        ...{ select: { ...FILE_COLUMNS, messageId: true }, orderBy: { id: 'asc' }, take: limit },
      });
      return found.map(({ id: mediaId, ...file }) => ({ mediaId, ...file }));
    },

    /** A page of the files of the user and the user's agents that wait for a message, in the order of their ids. */
    async uploadsOf(userId: string, after: string, limit: number): Promise<ExportedFile[]> {
      const found = await prisma.upload.findMany({
        where: { userId, readyAt: { not: null }, endedAt: null, id: { gt: after } },
        ...{ select: FILE_COLUMNS, orderBy: { id: 'asc' }, take: limit },
      });
      return found.map(({ id: mediaId, ...file }) => ({ mediaId, messageId: null, ...file }));
    },

    /**
     * A page of the context blocks of these runs, in the order of their runs and numbers: up to `limit`, and as many as fit into a read of 1 MiB, but at least
     * one. It does not ask whose the runs are.
     */
    blocksOf: (
      runIds: readonly string[],
      { runId: afterRunId, blockId: afterBlockId }: { runId: string; blockId: number },
      limit: number,
    ): Promise<ExportedBlock[]> =>
      rows(pool, sql.exports.contextBlocks, {
        ...{ runIds, afterRunId, afterBlockId, limit, bytesMax: BLOCKS_BYTES_MAX },
      }),

    /** The user's own data; `null` for a user who is deleted. */
    profile: (userId: string): Promise<ExportedProfile | null> =>
      prisma.user.findUnique({
        where: { id: userId, deletedAt: null },
        select: { name: true, email: true, createdAt: true },
      }),
  };
}

const FILE_COLUMNS = {
  ...{ id: true, agentId: true, contentType: true, byteLength: true, fileName: true, createdAt: true },
} as const;
