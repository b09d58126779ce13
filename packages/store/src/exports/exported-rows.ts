import { rows } from '@svc/database';
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
export function exportedRowQueries(pool: Pool) {
  return {
    /** A page of the files of an agent, in the order of their ids. */
    filesOf: (agentId: string, after: string, limit: number): Promise<ExportedFile[]> =>
      rows<ExportedFile>(pool, FILES, [agentId, after, limit]),

    /** A page of the files of the user and the user's agents that wait for a message, in the order of their ids. */
    uploadsOf: (userId: string, after: string, limit: number): Promise<ExportedFile[]> =>
      rows<ExportedFile>(pool, UPLOADS, [userId, after, limit]),

    /**
     * A page of the context blocks of these runs, in the order of their runs and numbers: up to `limit`, and as many as fit into a read of 1 MiB, but at least
     * one. It does not ask whose the runs are.
     */
    blocksOf: (
      runIds: readonly string[],
      after: { runId: string; blockId: number },
      limit: number,
    ): Promise<ExportedBlock[]> =>
      rows<ExportedBlock>(pool, BLOCKS, [runIds, after.runId, after.blockId, limit, BLOCKS_BYTES_MAX]),

    /** The user's own data; `null` for a user who is deleted. */
    async profile(userId: string): Promise<ExportedProfile | null> {
      const [row] = await rows<ExportedProfile>(pool, PROFILE, [userId]);
      return row ?? null;
    },
  };
}

const FILES = {
  name: 'export-files-3',
  text: `
    SELECT id AS "mediaId", agent_id AS "agentId", content_type AS "contentType", byte_length AS "byteLength", file_name AS "fileName", message_id AS "messageId", created_at AS "createdAt"
      FROM media WHERE agent_id = $1 AND expired_at IS NULL AND id > $2 ORDER BY id LIMIT $3`,
};

const UPLOADS = {
  name: 'export-uploads-2',
  text: `
    SELECT id AS "mediaId", agent_id AS "agentId", content_type AS "contentType", byte_length AS "byteLength", file_name AS "fileName", NULL AS "messageId", created_at AS "createdAt"
      FROM upload WHERE user_id = $1 AND ready_at IS NOT NULL AND ended_at IS NULL AND id > $2 ORDER BY id LIMIT $3`,
};

// Of each run only the blocks of one page are read, each run by its index.
const BLOCKS = {
  name: 'export-blocks',
  text: `
    SELECT b.run_id AS "runId", b.id AS "blockId", b.text, b.created_at AS "createdAt"
      FROM (
        SELECT n.*, row_number() OVER preceding AS place, sum(octet_length(n.text)) OVER preceding AS bytes
          FROM (
            SELECT of_run.* FROM unnest($1::text[]) AS u (run_id) CROSS JOIN LATERAL (
              SELECT * FROM context_block c
               WHERE c.run_id = u.run_id AND (c.run_id, c.id) > ($2::text, $3::int) ORDER BY c.id LIMIT $4
            ) of_run ORDER BY of_run.run_id, of_run.id LIMIT $4
          ) n WINDOW preceding AS (ORDER BY n.run_id, n.id)
      ) b
     WHERE b.place = 1 OR b.bytes <= $5 ORDER BY b.run_id, b.id`,
};

const PROFILE = {
  name: 'export-profile',
  text: 'SELECT name, email, created_at AS "createdAt" FROM "user" WHERE id = $1 AND deleted_at IS NULL',
};
