// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

export const claim = statement<{ leaseSeconds: number; attemptsMax: number }, { exportId: string; userId: string; attempt: number }>('exports/claim', ['leaseSeconds', 'attemptsMax'], `
UPDATE account_export
   SET state = 'running', attempt = attempt + 1, lines = 0,
       leased_until = now() + $1::int * interval '1 second'
 WHERE id = (
   SELECT e.id FROM account_export e
    WHERE e.state IN ('pending', 'running') AND (e.leased_until IS NULL OR e.leased_until < now())
      AND e.attempt < $2 AND EXISTS (SELECT 1 FROM "user" u WHERE u.id = e.user_id AND u.deleted_at IS NULL)
    ORDER BY e.requested_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id AS "exportId", user_id AS "userId", attempt`);

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

export const insert = statement<{ id: string; userId: string }, { exportId: string; state: 'pending' | 'running' | 'ready' | 'failed'; lines: number; bytes: number; requestedAt: Date; expiresAt: Date | null }>('exports/insert', ['id', 'userId'], `
INSERT INTO account_export (id, user_id) VALUES ($1, $2)
RETURNING id AS "exportId", state, lines, bytes, requested_at AS "requestedAt", expires_at AS "expiresAt"`);

export const list = statement<{ userId: string }, { exportId: string; state: 'pending' | 'running' | 'ready' | 'failed'; lines: number; bytes: number; requestedAt: Date; expiresAt: Date | null }>('exports/list', ['userId'], `
SELECT id AS "exportId", state, lines, bytes, requested_at AS "requestedAt", expires_at AS "expiresAt"
  FROM account_export WHERE user_id = $1 ORDER BY id DESC`);

export const proceed = statement<{ id: string; attempt: number; lines: number; leaseSeconds: number }, { id: string }>('exports/proceed', ['id', 'attempt', 'lines', 'leaseSeconds'], `
UPDATE account_export e SET lines = $3, leased_until = now() + $4::int * interval '1 second' FROM "user" u
 WHERE e.id = $1 AND e.attempt = $2 AND e.state = 'running' AND u.id = e.user_id AND u.deleted_at IS NULL
RETURNING e.id`);
