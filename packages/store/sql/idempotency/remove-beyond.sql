-- The sizes of answers are known without reading them. A key that is taken anew meanwhile is young, and stays.
-- takes: agent_id?, user_id?, keys, answer_bytes, limit
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
DELETE FROM idempotency_key k USING oldest o WHERE k.id = o.id
