-- Passes over an agent that is locked: it will ask again. A time in the future is of a clock that was ahead.
-- takes: agent_ids, lately_ms
UPDATE agent_counter SET last_poll_at = date_trunc('milliseconds', now()) WHERE agent_id = ANY (ARRAY(
  SELECT agent_id FROM agent_counter
   WHERE agent_id = ANY ($1::text[])
     AND (last_poll_at BETWEEN now() - $2::int * interval '1 ms' AND now()) IS NOT TRUE
   ORDER BY agent_id FOR NO KEY UPDATE SKIP LOCKED))
