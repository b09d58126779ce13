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

    /** The agent's media, to be removed from their place of storage when the agent is deleted. */
    async listOf(agentId: string): Promise<MediaRecord[]> {
      const found = await prisma.media.findMany({ where: { agentId } });
      return found.map((row) => ({
        mediaId: row.id,
        agentId: row.agentId,
        contentType: row.contentType,
        byteLength: row.byteLength,
      }));
    },
  };
}
