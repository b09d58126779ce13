import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Pool } from 'pg';

export type MediaRecords = ReturnType<typeof mediaQueries>;

/** Which media files belong to which agent. */
export function mediaQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /** Whether a file is of a message with one of the user's agents, or waits for one. */
    async isOwned(mediaId: string, userId: string): Promise<boolean> {
      const id = mediaId;
      const filed = await prisma.media.count({
        where: { id, expiredAt: null, agent: { ownerId: userId, deletedAt: null } },
      });
      return filed > 0 || (await prisma.upload.count({ where: { id, userId, endedAt: null } })) > 0;
    },

    /** The user whose agent's message has the file, or who waits with it for one; `null` if it is not known. */
    async ownerOf(mediaId: string): Promise<string | null> {
      const by = { id: mediaId };
      const filed = await prisma.media.findUnique({
        where: by,
        select: { agent: { select: { ownerId: true } } },
      });
      if (filed !== null) return filed.agent.ownerId;
      const waiting = await prisma.upload.findUnique({ where: by, select: { userId: true } });
      return waiting?.userId ?? null;
    },

    /** What the sender calls a file; `null` if it is not known. */
    async fileNameOf(mediaId: string): Promise<string | null> {
      const by = { where: { id: mediaId }, select: { fileName: true } };
      const found = (await prisma.media.findUnique(by)) ?? (await prisma.upload.findUnique(by));
      return found?.fileName ?? null;
    },

    /** Media of deleted agents, or of one deleted agent, whose files are to be removed, except those that are {@link expired} or put off. */
    async ofDeleted(limit: number, agentId?: string): Promise<string[]> {
      const found = await prisma.media.findMany({
        where: {
          expiredAt: null,
          agent: { deletedAt: { not: null } },
          ...(agentId === undefined ? {} : { agentId }),
        },
        select: { id: true },
        take: limit,
      });
      return found.map(({ id }) => id);
    },

    /** Media of a deleted conversation whose files are to be removed. */
    async ofDeletedConversation(conversationId: string, limit: number): Promise<string[]> {
      const found = await prisma.media.findMany({
        where: { conversationId },
        select: { id: true },
        take: limit,
      });
      return found.map(({ id }) => id);
    },

    /** Media whose days are over, or whose message was deleted, and whose files are to be removed, the longest due first. */
    async expired(limit: number): Promise<string[]> {
      const found = await prisma.media.findMany({
        where: { expiredAt: { not: null } },
        orderBy: { expiredAt: 'asc' },
        select: { id: true },
        take: limit,
      });
      return found.map(({ id }) => id);
    },

    /** Puts media that are due and whose files could not be removed behind all others that are due. */
    async defer(mediaIds: string[]): Promise<void> {
      if (mediaIds.length > 0) await rows(pool, sql.uploads.defer, { ids: mediaIds });
    },

    /** Removes the rows of media whose files have been removed. */
    async forget(mediaIds: string[]): Promise<void> {
      await prisma.media.deleteMany({ where: { id: { in: mediaIds } } });
    },
  };
}
