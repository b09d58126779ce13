import * as sql from '../database/statements/generated/index.js';
import { retryingDeadlocks } from '../database/unfit-connections.js';
import { rows } from '../database/statements/statement.js';
import type { Prisma, PrismaClient } from '../generated/prisma/client.js';
import { ServiceError, UPLOAD_ARRIVAL_MINUTES, UPLOAD_KEPT_HOURS } from '@svc/domain';
import type { Pool } from 'pg';
import { ownerOfAgent } from '../agents/agent-proof.js';
import type { QuotaGuard, TakeBack } from '../quotas/quota-guard.js';

/** A user, or an agent, whose files count as its owner's. */
export type UploadOwner = { userId: string } | { agentId: string };

export interface NewUpload {
  mediaId: string;
  contentType: string;
  /** At most; what it has, as soon as that is known. */
  byteLength: number;
  /** Default none: it is a picture or a recording. */
  fileName?: string | null;
}

export interface UploadRecord {
  mediaId: string;
  contentType: string;
  byteLength: number;
  /** `null` of a picture and of a recording. */
  fileName: string | null;
}

export type Uploads = ReturnType<typeof uploadQueries>;

/** A row comes before its file, so that nothing of the file stays when its process dies. */
export function uploadQueries(pool: Pool, prisma: PrismaClient, quotas: QuotaGuard) {
  return {
    /**
     * Announces files. What it returns takes bytes back that turn out not to come, all of them or so many.
     * @throws ServiceError `quota_exceeded`; `not_found` if there is no such user or agent.
     */
    async begin(owner: UploadOwner, files: readonly NewUpload[]): Promise<TakeBack> {
      const agentId = 'agentId' in owner ? owner.agentId : null;
      const userId = 'userId' in owner ? owner.userId : await ownerOfAgent(pool, owner.agentId);
      if (userId === null) throw new ServiceError('not_found');
      const bytes = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
      const sender = { ownerId: agentId ?? userId, more: files.length };
      await quotas.admit({ quota: 'uploads_waiting_per_sender', ...sender });
      const takeBack = await quotas.admit(
        { quota: 'media_bytes_per_user', ownerId: userId, more: bytes },
        ...(agentId === null
          ? []
          : [{ quota: 'media_bytes_per_agent', ownerId: agentId, more: bytes } as const]),
      );
      const begun = await rows(pool, sql.uploads.begin, {
        ...{ userId, agentId, ids: files.map(({ mediaId }) => mediaId) },
        contentTypes: files.map(({ contentType }) => contentType),
        byteLengths: files.map(({ byteLength }) => byteLength),
        fileNames: files.map(({ fileName }) => fileName ?? null),
      });
      if (begun.length === 0) throw new ServiceError('not_found');
      return takeBack;
    },

    /** From then on messages may take them. False if one is to be removed, since it took too long. */
    async finish(files: readonly { mediaId: string; byteLength: number }[]): Promise<boolean> {
      const finished = await rows(pool, sql.uploads.finish, {
        ids: files.map(({ mediaId }) => mediaId),
        byteLengths: files.map(({ byteLength }) => byteLength),
      });
      return finished.length === files.length;
    },

    /** Those that are complete, and wait for a message. */
    async find(owner: UploadOwner, mediaIds: readonly string[]): Promise<UploadRecord[]> {
      const found = await prisma.upload.findMany({
        where: { agentId: null, ...owner, id: { in: [...mediaIds] }, readyAt: { not: null }, endedAt: null },
        select: { id: true, contentType: true, byteLength: true, fileName: true },
      });
      return found.map(({ id, ...file }) => ({ mediaId: id, ...file }));
    },

    /** After the files were removed, or if they have never come. */
    async forget(mediaIds: readonly string[]): Promise<void> {
      await retryingDeadlocks(() => prisma.upload.deleteMany({ where: { id: { in: [...mediaIds] } } }));
    },

    /**
     * Claims files to be removed: no message has taken them for a day, their process has died, or their user
     * or agent is deleted. From then on no message takes them. Another may claim them after a minute.
     */
    async claimEnded(limit: number): Promise<string[]> {
      const times = { keptHours: UPLOAD_KEPT_HOURS, arrivalMinutes: UPLOAD_ARRIVAL_MINUTES };
      const claimed = await rows(pool, sql.uploads.claimEnded, { limit, ...times });
      return claimed.map(({ id }) => id);
    },
  };
}

export type MediaRecords = ReturnType<typeof mediaQueries>;

export function mediaQueries(prisma: PrismaClient) {
  return {
    /** Of a message with one of the user's agents, or waiting for one. */
    async isOwned(mediaId: string, userId: string): Promise<boolean> {
      const id = mediaId;
      const filed = await prisma.media.count({
        where: { id, expiredAt: null, agent: { ownerId: userId, deletedAt: null } },
      });
      return filed > 0 || (await prisma.upload.count({ where: { id, userId, endedAt: null } })) > 0;
    },

    /** The user whose agent's message has the file, or who waits with it for one. */
    async ownerOf(mediaId: string): Promise<string | null> {
      const where = { id: mediaId };
      const filed = await prisma.media.findUnique({
        where,
        select: { agent: { select: { ownerId: true } } },
      });
      if (filed !== null) return filed.agent.ownerId;
      const waiting = await prisma.upload.findUnique({ where, select: { userId: true } });
      return waiting?.userId ?? null;
    },

    /** What the sender calls a file. */
    async fileNameOf(mediaId: string): Promise<string | null> {
      const by = { where: { id: mediaId }, select: { fileName: true } };
      const found = (await prisma.media.findUnique(by)) ?? (await prisma.upload.findUnique(by));
      return found?.fileName ?? null;
    },

    /** Files of deleted agents, or of one, that are to be removed, except those that are {@link expired}. */
    async ofDeleted(limit: number, agentId?: string): Promise<string[]> {
      const agent = { deletedAt: { not: null } };
      const where = { expiredAt: null, agent, ...(agentId !== undefined && { agentId }) };
      return idsOf({ where, take: limit });
    },

    /** To be removed. */
    ofDeletedConversation: (conversationId: string, limit: number) =>
      idsOf({ where: { conversationId }, take: limit }),

    /** To be removed: their days are over, or their message was deleted. The longest due first. */
    expired: (limit: number) =>
      idsOf({ where: { expiredAt: { not: null } }, orderBy: { expiredAt: 'asc' }, take: limit }),

    /** Puts media whose files could not be removed behind all others that are due. */
    async defer(mediaIds: string[]): Promise<void> {
      await prisma.media.updateMany({ where: { id: { in: mediaIds } }, data: { expiredAt: new Date() } });
    },

    /** After their files. */
    async forget(mediaIds: string[]): Promise<void> {
      await prisma.media.deleteMany({ where: { id: { in: mediaIds } } });
    },
  };

  async function idsOf(
    page: Omit<Prisma.MediaFindManyArgs, 'select' | 'include' | 'omit'>,
  ): Promise<string[]> {
    return (await prisma.media.findMany({ ...page, select: { id: true } })).map(({ id }) => id);
  }
}
