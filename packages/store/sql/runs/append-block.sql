-- takes: run_id, text, blocks_max, bytes_max
INSERT INTO context_block (run_id, id, text, created_at)
SELECT $1, last.id + 1, $2, clock_timestamp()
  FROM (
    SELECT coalesce(max(id), 0) AS id, coalesce(sum(octet_length(text)), 0) AS bytes
      FROM context_block WHERE run_id = $1
  ) last
 WHERE last.id < $3 AND last.bytes + octet_length($2) <= $4
RETURNING id
