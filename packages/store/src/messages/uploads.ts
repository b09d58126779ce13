import { AT_ONCE, rows } from '@svc/database';
import { ServiceError, UPLOAD_ARRIVAL_MINUTES, UPLOAD_KEPT_HOURS } from '@svc/domain';
import type { Pool } from 'pg';
import { ownerOfAgent } from '../agents/agent-owner.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import type { TakeBack } from '../quotas/soft-limit.js';

/** Who sends a file: a user, or an agent, whose files count as its owner's. */
export type UploadOwner = { userId: string } | { agentId: string };

export interface NewUpload {
  mediaId: string;
  contentType: string;
  /** What it may have at most; what it has, as soon as it is known. */
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

/** Files that no message has taken yet. A row comes before its file, so that nothing of a file stays when its process dies, and counts for the quotas. */
export function uploadQueries(pool: Pool, quotas: QuotaGuard) {
  return {
    /**
     * Announces files that are about to come. What it returns takes bytes back that turn out not to come, all of them or so many.
     *
     * @throws ServiceError `quota_exceeded` if they are too large or too many; `not_found` if there is no such user or agent.
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
      const begun = await rows(pool, BEGIN, [
        userId,
        agentId,
        files.map(({ mediaId }) => mediaId),
        files.map(({ contentType }) => contentType),
        files.map(({ byteLength }) => byteLength),
        files.map(({ fileName }) => fileName ?? null),
      ]);
      if (begun.length === 0) throw new ServiceError('not_found');
      return takeBack;
    },

    /** The files are complete, and may be taken by a message. False if one of them is to be removed, since it took too long. */
    async finish(files: readonly { mediaId: string; byteLength: number }[]): Promise<boolean> {
      const finished = await rows(pool, FINISH, [
        files.map(({ mediaId }) => mediaId),
        files.map(({ byteLength }) => byteLength),
      ]);
      return finished.length === files.length;
    },

    /** Those of these files that are complete, and wait for a message of theirs. */
    async find(owner: UploadOwner, mediaIds: readonly string[]): Promise<UploadRecord[]> {
      const { userId = null, agentId = null } = owner as { userId?: string; agentId?: string };
      return rows<UploadRecord>(pool, FIND, [mediaIds, userId, agentId]);
    },

    /** Forgets files that were removed, or have never come. */
    async forget(mediaIds: readonly string[]): Promise<void> {
      if (mediaIds.length > 0) await rows(pool, FORGET, [mediaIds]);
    },

    /**
     * Claims files that are to be removed: no message has taken them for a day, their process has died, or their user or agent is deleted. From then on no
     * message takes them. Whoever claims and dies is followed by another after a minute.
     */
    async claimEnded(limit: number): Promise<string[]> {
      const claimed = await rows<{ id: string }>(pool, CLAIM_ENDED, [
        limit,
        UPLOAD_KEPT_HOURS,
        UPLOAD_ARRIVAL_MINUTES,
      ]);
      return claimed.map(({ id }) => id);
    },
  };
}

/** The files of `$<ids>` that are complete and wait for a message, locked in the order of their ids. */
export function waitingUploads(ids: string, condition: string): string {
  return `
    SELECT id FROM upload
     WHERE id = ANY (${ids}::text[]) AND ready_at IS NOT NULL AND ended_at IS NULL AND ${condition}
     ORDER BY id FOR UPDATE`;
}

/**
 * Common table expressions that give the files of the relation `waiting` to a message, once the relation `written` has a row.
 *
 * @param place the parameters of agent and message.
 */
export function takeUploads({ agent, message }: { agent: string; message: string }): string {
  return `
    taken AS (
      DELETE FROM upload u USING waiting w, written WHERE u.id = w.id RETURNING u.id, u.agent_id, u.content_type, u.byte_length, u.file_name
    ), filed AS (
      INSERT INTO media (id, agent_id, content_type, byte_length, message_id, is_from_agent, file_name)
      SELECT id, ${agent}, content_type, byte_length, ${message}, agent_id IS NOT NULL, file_name FROM taken
    )`;
}

// Held against the deletion of the user, which waits for the files to be removed.
const BEGIN = {
  name: 'upload-begin-4',
  text: `
    WITH owner AS (SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE)
    INSERT INTO upload (id, user_id, agent_id, content_type, byte_length, file_name)
    SELECT f.id, owner.id, $2, f.content_type, f.byte_length, f.file_name
      FROM owner, unnest($3::text[], $4::text[], $5::int[], $6::text[]) AS f (id, content_type, byte_length, file_name)
    RETURNING 1`,
};

const FINISH = {
  name: 'upload-finish',
  text: `
    UPDATE upload u SET ready_at = now(), byte_length = f.byte_length
      FROM unnest($1::text[], $2::int[]) AS f (id, byte_length)
     WHERE u.id = f.id AND u.ready_at IS NULL AND u.ended_at IS NULL RETURNING 1`,
};

const FIND = {
  name: 'upload-find-2',
  text: `
    SELECT id AS "mediaId", content_type AS "contentType", byte_length AS "byteLength", file_name AS "fileName" FROM upload
     WHERE id = ANY ($1::text[]) AND ready_at IS NOT NULL AND ended_at IS NULL
       AND CASE WHEN $3::text IS NULL THEN agent_id IS NULL AND user_id = $2 ELSE agent_id = $3 END`,
};

const FORGET = { name: 'upload-forget', text: 'DELETE FROM upload WHERE id = ANY ($1::text[])' };

/** A condition that names no index, so that those of a sender are read by the index of senders. */
const IS_WAITING = 'CASE WHEN u.ready_at IS NOT NULL AND u.ended_at IS NULL THEN true END';

// Whatever may be due is found by an index of its own, in its order, though planners may think that a sender has half of all files. All of it is looked at again
// when it is locked. What has not come to its end may still come.
export const CLAIM_ENDED = {
  name: 'upload-claim-ended-2',
  text: `
    WITH due AS (
      (SELECT id FROM upload WHERE ended_at < now() - interval '1 minute' ORDER BY ended_at LIMIT $1)
      UNION ALL
      (SELECT id FROM upload WHERE ready_at IS NULL AND ended_at IS NULL AND created_at < now() - $3::int * interval '1 minute' ORDER BY created_at LIMIT $1)
      UNION ALL
      (SELECT id FROM upload WHERE ended_at IS NULL AND created_at < now() - $2::int * interval '1 hour' ORDER BY created_at LIMIT $1)
      UNION ALL
      (SELECT u.id FROM (SELECT id FROM "user" WHERE deleted_at IS NOT NULL ORDER BY deleted_at) x
        CROSS JOIN LATERAL (
          SELECT u.id FROM upload u WHERE u.user_id = x.id AND ${IS_WAITING} ORDER BY u.user_id, u.agent_id LIMIT $1
        ) u LIMIT $1)
      UNION ALL
      (SELECT u.id FROM (SELECT id, owner_id FROM agent WHERE deleted_at IS NOT NULL ORDER BY deleted_at) a
        CROSS JOIN LATERAL (
          SELECT u.id FROM upload u WHERE u.user_id = a.owner_id AND u.agent_id BETWEEN a.id AND a.id AND ${IS_WAITING} ORDER BY u.user_id, u.agent_id LIMIT $1
        ) u LIMIT $1)
    )
    UPDATE upload SET ended_at = now()
     WHERE id IN (
       SELECT u.id FROM upload u
        WHERE u.id = ANY (ARRAY(SELECT id FROM due))
          AND CASE
                WHEN u.ended_at IS NOT NULL THEN u.ended_at < now() - interval '1 minute'
                WHEN u.ready_at IS NULL THEN u.created_at < now() - $3::int * interval '1 minute'
                ELSE u.created_at < now() - $2::int * interval '1 hour'
                  OR EXISTS (SELECT 1 FROM "user" x WHERE x.id = u.user_id AND x.deleted_at IS NOT NULL)
                  OR (u.agent_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM agent a WHERE a.id = u.agent_id AND a.deleted_at IS NULL))
              END
        ORDER BY u.created_at LIMIT $1 FOR UPDATE OF u SKIP LOCKED)
    RETURNING id`,
};

/** A statement that lets files of the agent `$1`, which is about to be removed, be claimed at once, `$2` of them at most. Nobody finds them by the agent any more. */
export const END_UPLOADS_OF_AGENT = {
  name: 'upload-end-of-agent-2',
  text: `
    UPDATE upload SET ended_at = ${AT_ONCE} - interval '1 minute'
     WHERE id IN (
       SELECT u.id FROM agent a JOIN upload u ON u.user_id = a.owner_id AND u.agent_id = a.id
        WHERE a.id = $1 AND u.ended_at IS NULL LIMIT $2 FOR UPDATE OF u SKIP LOCKED)
    RETURNING 1`,
};
