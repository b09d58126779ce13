import { rows, sql } from '@svc/database';
import type { PrismaClient } from '@svc/database';
import type { Pool } from 'pg';

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

/** What an export reads that nobody else reads in this way, in pages. */
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
