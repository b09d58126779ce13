import { rows, transaction } from '@svc/database';
import { ServiceError } from '@svc/domain';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';

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
const ATTEMPTS_MAX = 5;
const KEPT_HOURS = 24;

export function exportQueries(pool: Pool) {
  return {
    /** @throws ServiceError `conflict` if one is being made, or the user has as many as a user may have; `unauthorized` if there is no such user. */
    async request({
      exportId,
      userId,
      address,
    }: {
      exportId: string;
      userId: string;
      address: string | null;
    }): Promise<ExportRecord> {
      return transaction(pool, async (client) => {
        const [user] = await rows(client, LOCK_USER, [userId]);
        if (user === undefined) throw new ServiceError('unauthorized');
        const known = await rows<ExportRow>(client, LIST, [userId]);
        if (known.some(({ state }) => state === 'pending' || state === 'running')) {
          throw new ServiceError('conflict', { detail: 'An export is being made' });
        }
        if (known.length >= EXPORTS_PER_USER_MAX) {
          const detail = `A user has at most ${EXPORTS_PER_USER_MAX} exports, each for a day`;
          throw new ServiceError('conflict', { detail });
        }
        const [row] = await rows<ExportRow>(client, INSERT, [exportId, userId]);
        if (row === undefined) throw new Error('The export was not written');
        await writeAuditEntry(client, {
          ...{ userId, action: 'account.export_requested', subjectId: exportId, address },
        });
        return exportRecord(row);
      });
    },

    /** Newest first. */
    async listOf(userId: string): Promise<ExportRecord[]> {
      return (await rows<ExportRow>(pool, LIST, [userId])).map(exportRecord);
    },

    /** The user's export whose file can be fetched; `null` if there is none. Writes into the audit log that it is fetched. */
    async fetch({
      exportId,
      userId,
      address,
    }: {
      exportId: string;
      userId: string;
      address: string | null;
    }): Promise<ExportRecord | null> {
      return transaction(pool, async (client) => {
        const [row] = await rows<ExportRow>(client, FIND_READY, [exportId, userId]);
        if (row === undefined) return null;
        await writeAuditEntry(client, {
          ...{ userId, action: 'account.export_fetched', subjectId: exportId, address },
        });
        return exportRecord(row);
      });
    },

    /** Takes the oldest export that nobody makes. `null` if there is none. */
    async claim(): Promise<ClaimedExport | null> {
      await rows(pool, GIVE_UP, [ATTEMPTS_MAX, KEPT_HOURS]);
      const [row] = await rows<{ id: string; user_id: string; attempt: number }>(pool, CLAIM, [
        LEASE_SECONDS,
        ATTEMPTS_MAX,
      ]);
      return row === undefined ? null : { exportId: row.id, userId: row.user_id, attempt: row.attempt };
    },

    /** Says how far it is, and that this process is alive. False if the export is not this process's any more, or its user is deleted. */
    async proceed({ exportId, attempt }: ClaimedExport, lines: number): Promise<boolean> {
      return (await rows(pool, PROCEED, [exportId, attempt, lines, LEASE_SECONDS])).length > 0;
    },

    /** The file is complete, or (`bytes` is `null`) too large to be made. False as in `proceed`. */
    async finish(
      { exportId, attempt }: ClaimedExport,
      result: { lines: number; bytes: number | null },
    ): Promise<boolean> {
      const values = [exportId, attempt, result.lines, result.bytes, KEPT_HOURS];
      return (await rows(pool, FINISH, values)).length > 0;
    },

    /** Gives an export back that this process will not finish. */
    async release({ exportId, attempt }: ClaimedExport): Promise<void> {
      await rows(pool, RELEASE, [exportId, attempt]);
    },

    /** Exports whose time is over, or whose user is deleted, so that their files are to be removed. */
    async ended(limit: number): Promise<string[]> {
      return (await rows<{ id: string }>(pool, ENDED, [limit])).map(({ id }) => id);
    },

    /** Removes the rows of exports whose files are removed. */
    async forget(exportIds: string[]): Promise<void> {
      if (exportIds.length > 0) await rows(pool, FORGET, [exportIds]);
    },

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

interface ExportRow {
  id: string;
  state: ExportState;
  lines: number;
  bytes: number;
  requested_at: Date;
  expires_at: Date | null;
}

function exportRecord(row: ExportRow): ExportRecord {
  const { id: exportId, state, lines, bytes, requested_at: requestedAt, expires_at: expiresAt } = row;
  return { exportId, state, lines, bytes, requestedAt, expiresAt };
}

const COLUMNS = 'id, state, lines, bytes, requested_at, expires_at';

/** The user of `e` is not deleted. */
const HAS_USER = 'EXISTS (SELECT 1 FROM "user" u WHERE u.id = e.user_id AND u.deleted_at IS NULL)';

const LOCK_USER = {
  name: 'export-lock-user',
  text: 'SELECT 1 FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
};

const INSERT = {
  name: 'export-insert',
  text: `INSERT INTO account_export (id, user_id) VALUES ($1, $2) RETURNING ${COLUMNS}`,
};

const LIST = {
  name: 'export-list',
  text: `SELECT ${COLUMNS} FROM account_export WHERE user_id = $1 ORDER BY id DESC`,
};

const FIND_READY = {
  name: 'export-find-ready',
  text: `SELECT ${COLUMNS} FROM account_export e WHERE id = $1 AND user_id = $2 AND state = 'ready' AND expires_at > now() AND ${HAS_USER}`,
};

const GIVE_UP = {
  name: 'export-give-up',
  text: `
    UPDATE account_export SET state = 'failed', expires_at = now() + $2::int * interval '1 hour'
     WHERE state = 'running' AND attempt >= $1 AND leased_until < now()`,
};

const CLAIM = {
  name: 'export-claim',
  text: `
    UPDATE account_export SET state = 'running', attempt = attempt + 1, lines = 0, leased_until = now() + $1::int * interval '1 second'
     WHERE id = (SELECT e.id FROM account_export e
                  WHERE e.state IN ('pending', 'running') AND (e.leased_until IS NULL OR e.leased_until < now()) AND e.attempt < $2 AND ${HAS_USER}
                  ORDER BY e.requested_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, user_id, attempt`,
};

const PROCEED = {
  name: 'export-proceed',
  text: `
    UPDATE account_export e SET lines = $3, leased_until = now() + $4::int * interval '1 second'
     WHERE id = $1 AND attempt = $2 AND state = 'running' AND ${HAS_USER} RETURNING 1`,
};

const FINISH = {
  name: 'export-finish',
  text: `
    UPDATE account_export e
       SET state = CASE WHEN $4::bigint IS NULL THEN 'failed' ELSE 'ready' END, lines = $3, bytes = coalesce($4, 0), leased_until = NULL,
           expires_at = now() + $5::int * interval '1 hour'
     WHERE id = $1 AND attempt = $2 AND state = 'running' AND ${HAS_USER} RETURNING 1`,
};

const RELEASE = {
  name: 'export-release',
  text: `UPDATE account_export SET leased_until = now() WHERE id = $1 AND attempt = $2 AND state = 'running'`,
};

// An export that is being made stops at its next page, when its user is deleted. Its lease is over by the time that its file is removed.
const ENDED = {
  name: 'export-ended',
  text: `
    SELECT e.id FROM account_export e
     WHERE (e.expires_at IS NOT NULL AND e.expires_at < now())
        OR (NOT ${HAS_USER} AND (e.leased_until IS NULL OR e.leased_until < now()))
     ORDER BY e.id LIMIT $1`,
};

const FORGET = { name: 'export-forget', text: 'DELETE FROM account_export WHERE id = ANY ($1::text[])' };

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
