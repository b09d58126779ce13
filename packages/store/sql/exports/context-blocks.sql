-- Context blocks of runs behind one, as many as fit, but at least one. Each run is read by its index.
-- takes: run_ids, after_run_id, after_block_id, limit, bytes_max
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
 WHERE b.ordinal = 1 OR b.bytes <= $5 ORDER BY b.run_id, b.id
