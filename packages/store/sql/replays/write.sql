-- Writes down how far a replay is. Without a next step it has finished, unless it was cancelled.
-- takes: id, under_way, waits_for?, next_in_ms?, redelivered, delivered, failed, waiting, skipped, removed
-- takes: done_seq
UPDATE replay
   SET under_way = $2::text[], waits_for = $3,
       next_step_at = clock_timestamp() + $4::double precision * interval '1 millisecond',
       redelivered = redelivered + $5::int, delivered = delivered + $6::int, failed = failed + $7::int,
       waiting = waiting + $8::int, skipped = skipped + $9::int, removed = removed + $10::bigint,
       done_seq = $11::bigint,
       state = CASE WHEN state = 'running' AND $4 IS NULL THEN 'finished' ELSE state END,
       ended_at = CASE WHEN state = 'running' AND $4 IS NULL THEN clock_timestamp() ELSE ended_at END
 WHERE id = $1
