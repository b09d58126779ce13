// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

/** Takes the oldest export that no process makes and whose pause is over. */
export const claim = statement<{ leaseSeconds: number; attemptsMax: number }, { exportId: string; userId: string; format: 'jsonl' | 'zip'; attempt: number }>('exports/claim', ['leaseSeconds', 'attemptsMax'], `
UPDATE account_export
   SET state = 'running', attempt = attempt + 1, lines = 0,
       leased_until = now() + $1::int * interval '1 second'
 WHERE id = (
   SELECT e.id FROM account_export e
    WHERE e.state IN ('pending', 'running') AND (e.leased_until IS NULL OR e.leased_until < now())
      AND e.attempt < $2 AND EXISTS (SELECT 1 FROM "user" u WHERE u.id = e.user_id AND u.deleted_at IS NULL)
    ORDER BY e.requested_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id AS "exportId", user_id AS "userId", format, attempt`);

/** Context blocks of runs behind one, as many as fit, but at least one. Each run is read by its index. */
export const contextBlocks = statement<{ runIds: readonly string[]; afterRunId: string; afterBlockId: number; limit: number; bytesMax: number }, { runId: string; blockId: number; text: string; createdAt: Date }>('exports/context-blocks', ['runIds', 'afterRunId', 'afterBlockId', 'limit', 'bytesMax'], `
SELECT b.run_id AS "runId", b.id AS "blockId", b.text, b.created_at AS "createdAt"
  FROM (
    SELECT n.*, row_number() OVER preceding AS ordinal, sum(octet_length(n.text)) OVER preceding AS bytes
      FROM (
        SELECT of_run.* FROM unnest($1::text[]) AS u (run_id) CROSS JOIN LATERAL (
          SELECT * FROM context_block c
           WHERE c.run_id = u.run_id AND (c.run_id, c.id) > ($2::text, $3::int) ORDER BY c.id LIMIT $4
        ) of_run ORDER BY of_run.run_id, of_run.id LIMIT $4
      ) n WINDOW preceding AS (ORDER BY n.run_id, n.id)
  ) b
 WHERE b.ordinal = 1 OR b.bytes <= $5 ORDER BY b.run_id, b.id`);

/** Gives an export back whose attempt has failed. It waits until its pause is over. */
export const defer = statement<{ id: string; attempt: number; pauseSecondsMin: number; pauseSecondsMax: number }, object>('exports/defer', ['id', 'attempt', 'pauseSecondsMin', 'pauseSecondsMax'], `
UPDATE account_export
   SET state = 'pending', leased_until = now() + least($4, $3 * power(2, attempt - 1)) * interval '1 second'
 WHERE id = $1 AND attempt = $2 AND state = 'running'`);

/** Exports whose time is over, or whose user is deleted and which no process makes: their files are to go. */
export const ended = statement<{ limit: number; after: string }, { id: string }>('exports/ended', ['limit', 'after'], `
SELECT e.id FROM account_export e JOIN "user" u ON u.id = e.user_id
 WHERE e.id > $2 AND (e.expires_at < now() OR u.deleted_at IS NOT NULL
   AND (e.state = 'pending' OR e.leased_until IS NULL OR e.leased_until < now()))
 ORDER BY e.id LIMIT $1`);

/** An export of a user whose file can be fetched. */
export const findReady = statement<{ id: string; userId: string }, { exportId: string; format: 'jsonl' | 'zip'; state: 'pending' | 'running' | 'ready' | 'failed'; lines: number; bytes: number; requestedAt: Date; expiresAt: Date | null }>('exports/find-ready', ['id', 'userId'], `
SELECT e.id AS "exportId", e.format, e.state, e.lines, e.bytes,
       e.requested_at AS "requestedAt", e.expires_at AS "expiresAt"
  FROM account_export e JOIN "user" u ON u.id = e.user_id
 WHERE e.id = $1 AND e.user_id = $2 AND e.state = 'ready' AND e.expires_at > now() AND u.deleted_at IS NULL`);

/** Whether an export is to be made, or one has ended whose file is to be removed. */
export const findWork = statement<object, { id: string }>('exports/find-work', [], `
SELECT e.id FROM account_export e JOIN "user" u ON u.id = e.user_id
 WHERE e.expires_at < now()
    OR e.state IN ('pending', 'running') AND (e.leased_until IS NULL OR e.leased_until < now())
    OR u.deleted_at IS NOT NULL AND (e.state = 'pending' OR e.leased_until IS NULL OR e.leased_until < now())
 LIMIT 1`);

/** Ends an export: the file has so many bytes, or will not be made. As exports/proceed, for its attempt alone. */
export const finish = statement<{ id: string; attempt: number; lines: number; bytes: number | null; keptHours: number }, { id: string }>('exports/finish', ['id', 'attempt', 'lines', 'bytes', 'keptHours'], `
UPDATE account_export e
   SET state = CASE WHEN $4::bigint IS NULL THEN 'failed' ELSE 'ready' END, lines = $3,
       bytes = coalesce($4, 0), leased_until = NULL, expires_at = now() + $5::int * interval '1 hour'
  FROM "user" u
 WHERE e.id = $1 AND e.attempt = $2 AND e.state = 'running' AND u.id = e.user_id AND u.deleted_at IS NULL
RETURNING e.id`);

/** Lets exports fail that had so many attempts. */
export const giveUp = statement<{ attempts: number; keptHours: number }, object>('exports/give-up', ['attempts', 'keptHours'], `
UPDATE account_export SET state = 'failed', expires_at = now() + $2::int * interval '1 hour'
 WHERE state IN ('pending', 'running') AND (leased_until IS NULL OR leased_until < now()) AND attempt >= $1`);

/** Asks for an export of a user. */
export const insert = statement<{ id: string; userId: string; format: string }, { exportId: string; format: 'jsonl' | 'zip'; state: 'pending' | 'running' | 'ready' | 'failed'; lines: number; bytes: number; requestedAt: Date; expiresAt: Date | null }>('exports/insert', ['id', 'userId', 'format'], `
INSERT INTO account_export (id, user_id, format) VALUES ($1, $2, $3)
RETURNING id AS "exportId", format, state, lines, bytes, requested_at AS "requestedAt",
          expires_at AS "expiresAt"`);

/** The exports of a user, newest first. */
export const list = statement<{ userId: string }, { exportId: string; format: 'jsonl' | 'zip'; state: 'pending' | 'running' | 'ready' | 'failed'; lines: number; bytes: number; requestedAt: Date; expiresAt: Date | null }>('exports/list', ['userId'], `
SELECT id AS "exportId", format, state, lines, bytes, requested_at AS "requestedAt", expires_at AS "expiresAt"
  FROM account_export WHERE user_id = $1 ORDER BY id DESC`);

/** Says how many lines an export has, and that its process is alive. For its attempt alone. */
export const proceed = statement<{ id: string; attempt: number; lines: number; leaseSeconds: number }, { id: string }>('exports/proceed', ['id', 'attempt', 'lines', 'leaseSeconds'], `
UPDATE account_export e SET lines = $3, leased_until = now() + $4::int * interval '1 second'
  FROM "user" u
 WHERE e.id = $1 AND e.attempt = $2 AND e.state = 'running' AND u.id = e.user_id AND u.deleted_at IS NULL
RETURNING e.id`);
