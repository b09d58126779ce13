// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

export const claim = statement<{ id: string; userId: string; agentId: string | null; fingerprint: Buffer }, { id: string }>('idempotency/claim', ['id', 'userId', 'agentId', 'fingerprint'], `
INSERT INTO idempotency_key AS known (id, user_id, agent_id, fingerprint) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE
   SET fingerprint = excluded.fingerprint, status = NULL, answer_sealed = NULL, kept_at = now()
 WHERE known.kept_at < now() - interval '24 hours'
RETURNING id`);

export const forget = statement<{ id: string }, object>('idempotency/forget', ['id'], `
DELETE FROM idempotency_key WHERE id = $1`);

export const keep = statement<{ id: string; status: number; answerSealed: Buffer | null }, object>('idempotency/keep', ['id', 'status', 'answerSealed'], `
UPDATE idempotency_key SET status = $2, answer_sealed = $3 WHERE id = $1`);

export const read = statement<{ id: string }, { fingerprint: Buffer; status: number | null; answer_sealed: Buffer | null }>('idempotency/read', ['id'], `
SELECT fingerprint, status, answer_sealed
  FROM idempotency_key WHERE id = $1 AND kept_at >= now() - interval '24 hours'`);

/** The sizes of answers are known without reading them. A key that is taken anew meanwhile is young, and stays. */
export const removeBeyond = statement<{ agentId: string | null; userId: string | null; keys: number; answerBytes: number; limit: number }, object>('idempotency/remove-beyond', ['agentId', 'userId', 'keys', 'answerBytes', 'limit'], `
WITH kept AS (
  SELECT id, kept_at, row_number() OVER newer AS keys, sum(octet_length(answer_sealed)) OVER newer AS bytes
    FROM idempotency_key WHERE agent_id = $1 OR user_id = $2
  WINDOW newer AS (ORDER BY kept_at DESC ROWS UNBOUNDED PRECEDING)
), beyond AS MATERIALIZED (
  SELECT max(kept_at) AS newest FROM kept WHERE keys > $3 OR bytes > $4
), oldest AS MATERIALIZED (
  SELECT id FROM idempotency_key
   WHERE id = ANY (ARRAY(SELECT id FROM kept, beyond WHERE kept_at <= newest ORDER BY kept_at LIMIT $5))
     AND kept_at <= (SELECT newest FROM beyond)
     FOR UPDATE SKIP LOCKED
)
DELETE FROM idempotency_key k USING oldest o WHERE k.id = o.id`);
