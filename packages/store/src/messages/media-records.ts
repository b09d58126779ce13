import type { PrismaClient } from '@svc/database';

export interface MediaRecord {
  /** The unguessable token in the file's public URL. */
  mediaId: string;
  agentId: string;
  contentType: string;
  byteLength: number;
}

export type MediaRecords = ReturnType<typeof mediaQueries>;

/** Which media files belong to which agent. */
export function mediaQueries(prisma: PrismaClient) {
  return {
    async add(records: MediaRecord[]): Promise<void> {
      await prisma.media.createMany({
        data: records.map(({ mediaId, ...record }) => ({ id: mediaId, ...record })),
      });
    },

    /** Media of deleted agents, or of one of them, whose files are to be removed. */
    async ofDeleted(limit: number, agentId?: string): Promise<string[]> {
      const found = await prisma.media.findMany({
        where: { agent: { deletedAt: { not: null } }, ...(agentId === undefined ? {} : { agentId }) },
        select: { id: true },
        take: limit,
      });
      return found.map(({ id }) => id);
    },

    /** Forgets media whose files have been removed. */
    async forget(mediaIds: string[]): Promise<void> {
      await prisma.media.deleteMany({ where: { id: { in: mediaIds } } });
    },
  };
}
