-- Passes over an agent that is locked: it will ask again. A time in the future is of a clock that was ahead.
-- takes: agent_ids, lately_ms
INSERT INTO agent_poll AS p (agent_id, polled_at)
SELECT a.id, date_trunc('milliseconds', now()) FROM agent a
 WHERE a.id = ANY ($1::text[]) AND a.deleted_at IS NULL ORDER BY a.id FOR KEY SHARE SKIP LOCKED
    ON CONFLICT (agent_id) DO UPDATE SET polled_at = excluded.polled_at
 WHERE p.polled_at NOT BETWEEN now() - $2::int * interval '1 ms' AND now()
