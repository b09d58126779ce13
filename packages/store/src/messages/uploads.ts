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
      const found = await prisma.media.findMany({
        where: {
          ...{ agentId: null, ...owner, id: { in: [...mediaIds] } },
          ...{ readyAt: { not: null }, messageId: null, expiredAt: null },
        },
        select: { id: true, contentType: true, byteLength: true, fileName: true },
      });
      return found.map(({ id, ...file }) => ({ mediaId: id, ...file }));
    },

    /**
     * Marks files to be removed: no message has taken them for a day, their process has died, or their user is
     * deleted. From then on no message takes them. Returns up to so many.
     */
    async expire(limit: number): Promise<string[]> {
      const times = { keptHours: UPLOAD_KEPT_HOURS, arrivalMinutes: UPLOAD_ARRIVAL_MINUTES };
      return (await rows(pool, sql.uploads.expire, { limit, ...times })).map(({ id }) => id);
    },
  };
}

/** Files that are not to be removed. */
export const KEPT = {
  expiredAt: null,
  OR: [{ agentId: null }, { agent: { deletedAt: null } }],
} satisfies Prisma.MediaWhereInput;

export type MediaRecords = ReturnType<typeof mediaQueries>;

export function mediaQueries(prisma: PrismaClient) {
  return {
    /** Of a message with one of the user's agents, or waiting for one. */
    async isOwned(id: string, userId: string): Promise<boolean> {
      return (await prisma.media.count({ where: { id, userId, ...KEPT } })) > 0;
    },

    /** The user whose file it is, and what its sender calls it. */
    find: (id: string): Promise<{ userId: string; fileName: string | null } | null> =>
      prisma.media.findUnique({ where: { id }, select: { userId: true, fileName: true } }),

    /** Files of deleted agents, or of one, that are to be removed, except those that are {@link expired}. */
    ofDeleted: (limit: number, agentId?: string) =>
      idsOf({
        where: {
          ...{ expiredAt: null, readyAt: { not: null }, agent: { deletedAt: { not: null } } },
          ...(agentId !== undefined && { agentId }),
        },
        take: limit,
      }),

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
    async forget(mediaIds: readonly string[]): Promise<void> {
      await retryingDeadlocks(() => prisma.media.deleteMany({ where: { id: { in: [...mediaIds] } } }));
    },
  };

  async function idsOf(
    page: Omit<Prisma.MediaFindManyArgs, 'select' | 'include' | 'omit'>,
  ): Promise<string[]> {
    return (await prisma.media.findMany({ ...page, select: { id: true } })).map(({ id }) => id);
  }
}
