import { rows } from '@svc/database';
import type { Pool } from 'pg';

export interface ExportedProfile {
  name: string;
  email: string;
  createdAt: Date;
}

export interface ExportedFile {
  mediaId: string;
  contentType: string;
  byteLength: number;
  messageId: string | null;
  createdAt: Date;
}

/** What stands in an export, and what no other query lists. */
export function exportedRowQueries(pool: Pool) {
  return {
    /** A page of the user's conversations, in the order of their ids. */
    async conversationIds(userId: string, after: string, limit: number): Promise<string[]> {
      return (await rows<{ id: string }>(pool, CONVERSATIONS, [userId, after, limit])).map(({ id }) => id);
    },

    /** A page of the files of an agent, in the order of their ids. */
    filesOf: (agentId: string, after: string, limit: number): Promise<ExportedFile[]> =>
      rows<ExportedFile>(pool, FILES, [agentId, after, limit]),

    /** The user's own data; `null` for a user who is deleted. */
    async profile(userId: string): Promise<ExportedProfile | null> {
      const [row] = await rows<ExportedProfile>(pool, PROFILE, [userId]);
      return row ?? null;
    },
  };
}

const CONVERSATIONS = {
  name: 'export-conversations',
  text: `
    SELECT c.id FROM conversation c JOIN agent a ON a.id = c.agent_id
     WHERE c.user_id = $1 AND a.deleted_at IS NULL AND c.id > $2 ORDER BY c.id LIMIT $3`,
};

const FILES = {
  name: 'export-files',
  text: `
    SELECT id AS "mediaId", content_type AS "contentType", byte_length AS "byteLength", message_id AS "messageId", created_at AS "createdAt"
      FROM media WHERE agent_id = $1 AND expired_at IS NULL AND id > $2 ORDER BY id LIMIT $3`,
};

const PROFILE = {
  name: 'export-profile',
  text: 'SELECT name, email, created_at AS "createdAt" FROM "user" WHERE id = $1 AND deleted_at IS NULL',
};
