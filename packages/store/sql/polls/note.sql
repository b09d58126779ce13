-- Passes over an agent that is locked: it will ask again. A time in the future is of a clock that was ahead.
-- takes: agent_ids, lately_ms
UPDATE agent SET last_poll_at = date_trunc('milliseconds', now()) WHERE id = ANY (ARRAY(
  SELECT id FROM agent
   WHERE id = ANY ($1::text[])
     AND (last_poll_at BETWEEN now() - $2::int * interval '1 ms' AND now()) IS NOT TRUE
   ORDER BY id FOR NO KEY UPDATE SKIP LOCKED))
