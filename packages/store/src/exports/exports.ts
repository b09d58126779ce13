import { AT_ONCE, rows, transaction } from '@svc/database';
import { ServiceError } from '@svc/domain';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import { lockUser } from '../users/lock-user.js';
import { exportedRowQueries } from './exported-rows.js';

export type ExportState = 'pending' | 'running' | 'ready' | 'failed';

/** How an export is written: as lines alone, with the bytes of files among them, or as a zip of lines and files. */
export type ExportFormat = 'jsonl' | 'zip';

export interface ExportRecord {
  exportId: string;
  format: ExportFormat;
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
  format: ExportFormat;
  attempt: number;
}

export type Exports = ReturnType<typeof exportQueries>;

/** Exports that a user may have at once. They go after a day, so this bounds how many a user may ask for. */
export const EXPORTS_PER_USER_MAX = 3;

/** How long a process has for the next lines before another one begins the export anew, in seconds. */
const LEASE_SECONDS = 60;
const KEPT_HOURS = 24;

/** After so many attempts, an export has failed. */
export const EXPORT_ATTEMPTS_MAX = 5;

/** The pause after the first attempt that fails, in seconds; each further one is twice as long. */
const PAUSE_SECONDS_MIN = 30;
const PAUSE_SECONDS_MAX = 300;

export function exportQueries(pool: Pool) {
  return {
    /** @throws ServiceError `conflict` if one is being made, or the user has as many as a user may have; `unauthorized` if there is no such user. */
    async request({
      exportId,
      userId,
      format = 'jsonl',
      call,
    }: {
      exportId: string;
      userId: string;
      /** Default: `jsonl`. */
      format?: ExportFormat | undefined;
    } & Audited): Promise<ExportRecord> {
      return transaction(pool, async (client) => {
        await lockUser(client, userId);
        const known = await rows<ExportRow>(client, LIST, [userId]);
        if (known.some(({ state }) => state === 'pending' || state === 'running')) {
          throw new ServiceError('conflict', { detail: 'An export is being made' });
        }
        if (known.length >= EXPORTS_PER_USER_MAX) {
          const detail = `A user has at most ${EXPORTS_PER_USER_MAX} exports, each for a day`;
          throw new ServiceError('conflict', { detail });
        }
        const [row] = await rows<ExportRow>(client, INSERT, [exportId, userId, format]);
        if (row === undefined) throw new Error('The export was not written');
        await writeAuditEntry(client, {
          ...{ userId, action: 'account.export_requested', subjectId: exportId, call },
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
      call,
    }: {
      exportId: string;
      userId: string;
    } & Audited): Promise<ExportRecord | null> {
      return transaction(pool, async (client) => {
        const [row] = await rows<ExportRow>(client, FIND_READY, [exportId, userId]);
        if (row === undefined) return null;
        await writeAuditEntry(client, {
          ...{ userId, action: 'account.export_fetched', subjectId: exportId, call },
        });
        return exportRecord(row);
      });
    },

    /** Whether {@link claim} or {@link ended} may find anything now. One statement for gateways that have nothing to do. */
    async hasWork(): Promise<boolean> {
      return (await rows(pool, FIND_WORK, [])).length > 0;
    },

    /** Takes the oldest export that nobody makes. `null` if there is none. */
    async claim(): Promise<ClaimedExport | null> {
      await rows(pool, GIVE_UP, [EXPORT_ATTEMPTS_MAX, KEPT_HOURS]);
      const [row] = await rows<ClaimedExport>(pool, CLAIM, [LEASE_SECONDS, EXPORT_ATTEMPTS_MAX]);
      return row ?? null;
    },

    /** Says how far it is, and that this process is alive. False if the export is not this process's any more, or its user is deleted. */
    async proceed({ exportId, attempt }: ClaimedExport, lines: number): Promise<boolean> {
      return (await rows(pool, PROCEED, [exportId, attempt, lines, LEASE_SECONDS])).length > 0;
    },

    /** The file is complete, or (`bytes` is `null`) will not be made. False as in `proceed`. */
    async finish(
      { exportId, attempt }: ClaimedExport,
      result: { lines: number; bytes: number | null },
    ): Promise<boolean> {
      const values = [exportId, attempt, result.lines, result.bytes, KEPT_HOURS];
      return (await rows(pool, FINISH, values)).length > 0;
    },

    /** Gives an export back that this process will not finish. The next attempt may begin at once. */
    async release({ exportId, attempt }: ClaimedExport): Promise<void> {
      await rows(pool, RELEASE, [exportId, attempt]);
    },

    /** Gives an export back whose attempt has failed. The next one may begin 30 s later, and after each further failure twice as late. */
    async putOff({ exportId, attempt }: ClaimedExport): Promise<void> {
      await rows(pool, PUT_OFF, [exportId, attempt, PAUSE_SECONDS_MIN, PAUSE_SECONDS_MAX]);
    },

    /** The next exports behind an id whose time is over, or whose user is deleted, so that their files are to be removed. */
    async ended(limit: number, after = ''): Promise<string[]> {
      return (await rows<{ id: string }>(pool, ENDED, [limit, after])).map(({ id }) => id);
    },

    /** Whether there is such an export, in whatever state. */
    async isKnown(exportId: string): Promise<boolean> {
      return (await rows(pool, IS_KNOWN, [exportId])).length > 0;
    },

    /** Removes the rows of exports whose files are removed. */
    async forget(exportIds: string[]): Promise<void> {
      if (exportIds.length > 0) await rows(pool, FORGET, [exportIds]);
    },

    ...exportedRowQueries(pool),
  };
}

interface ExportRow {
  id: string;
  format: ExportFormat;
  state: ExportState;
  lines: number;
  bytes: number;
  requested_at: Date;
  expires_at: Date | null;
}

function exportRecord(row: ExportRow): ExportRecord {
  const { id: exportId, requested_at: requestedAt, expires_at: expiresAt, ...rest } = row;
  return { exportId, ...rest, requestedAt, expiresAt };
}

const COLUMNS = 'id, format, state, lines, bytes, requested_at, expires_at';

/** The user of `e` is not deleted. */
const HAS_USER = 'EXISTS (SELECT 1 FROM "user" u WHERE u.id = e.user_id AND u.deleted_at IS NULL)';

/** Nobody makes `e`, and its pause is over. */
const IS_FREE = `(e.state IN ('pending', 'running') AND (e.leased_until IS NULL OR e.leased_until < now()))`;

/**
 * The time of `e` is over, or its user is deleted. An export that is being made stops at its next page, when its user is deleted. Its lease is over by the time
 * that its file is removed. One that is put off is made by nobody.
 */
const HAS_ENDED = `(
  (e.expires_at IS NOT NULL AND e.expires_at < now())
   OR (NOT ${HAS_USER} AND (e.state = 'pending' OR e.leased_until IS NULL OR e.leased_until < now())))`;

const FIND_WORK = {
  name: 'export-find-work',
  text: `SELECT 1 FROM account_export e WHERE ${IS_FREE} OR ${HAS_ENDED} LIMIT 1`,
};

const INSERT = {
  name: 'export-insert-2',
  text: `INSERT INTO account_export (id, user_id, format) VALUES ($1, $2, $3) RETURNING ${COLUMNS}`,
};

const LIST = {
  name: 'export-list-2',
  text: `SELECT ${COLUMNS} FROM account_export WHERE user_id = $1 ORDER BY id DESC`,
};

const FIND_READY = {
  name: 'export-find-ready-2',
  text: `SELECT ${COLUMNS} FROM account_export e WHERE id = $1 AND user_id = $2 AND state = 'ready' AND expires_at > now() AND ${HAS_USER}`,
};

const GIVE_UP = {
  name: 'export-give-up-2',
  text: `
    UPDATE account_export e SET state = 'failed', expires_at = now() + $2::int * interval '1 hour'
     WHERE ${IS_FREE} AND e.attempt >= $1`,
};

const CLAIM = {
  name: 'export-claim-3',
  text: `
    UPDATE account_export SET state = 'running', attempt = attempt + 1, lines = 0, leased_until = now() + $1::int * interval '1 second'
     WHERE id = (SELECT e.id FROM account_export e
                  WHERE ${IS_FREE} AND e.attempt < $2 AND ${HAS_USER}
                  ORDER BY e.requested_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id AS "exportId", user_id AS "userId", format, attempt`,
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
  name: 'export-release-2',
  text: `UPDATE account_export SET leased_until = ${AT_ONCE} WHERE id = $1 AND attempt = $2 AND state = 'running'`,
};

// Until its pause is over, it waits as it did before its first attempt.
const PUT_OFF = {
  name: 'export-put-off',
  text: `
    UPDATE account_export SET state = 'pending', leased_until = now() + least($4, $3 * power(2, attempt - 1)) * interval '1 second'
     WHERE id = $1 AND attempt = $2 AND state = 'running'`,
};

const ENDED = {
  name: 'export-ended-3',
  text: `SELECT e.id FROM account_export e WHERE ${HAS_ENDED} AND e.id > $2 ORDER BY e.id LIMIT $1`,
};

const IS_KNOWN = { name: 'export-is-known', text: 'SELECT 1 FROM account_export WHERE id = $1' };

const FORGET = { name: 'export-forget', text: 'DELETE FROM account_export WHERE id = ANY ($1::text[])' };
