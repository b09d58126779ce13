-- Removes receipts whose window is over from some blocks of the table, and reads no others. Skips locked.
-- takes: window string, from_block, blocks
-- gives: blocks number
WITH past AS MATERIALIZED (
  SELECT ctid FROM trigger_receipt
   WHERE ctid >= format('(%s,0)', $2::bigint)::tid AND ctid < format('(%s,0)', $2::bigint + $3::bigint)::tid
     AND received_at <= now() - $1::interval
     FOR UPDATE SKIP LOCKED
), removed AS (
  DELETE FROM trigger_receipt WHERE ctid = ANY (ARRAY(SELECT ctid FROM past)) RETURNING 1
)
SELECT (SELECT count(*)::int FROM removed) AS removed,
       pg_relation_size('trigger_receipt') / current_setting('block_size')::bigint AS blocks
