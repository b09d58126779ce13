-- Records that keys are used now, unless a process has done so lately. Passes over a key that somebody holds:
-- its use is written again in a minute. A time in the future is of a clock that was ahead.
-- takes: ids, lately_ms
WITH used AS MATERIALIZED (
  SELECT id FROM agent_key
   WHERE id = ANY ($1::text[])
     AND (last_used_at IS NULL OR last_used_at > now()
          OR last_used_at < now() - $2::int * interval '1 millisecond')
   ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE agent_key k SET last_used_at = date_trunc('milliseconds', now()) FROM used u WHERE k.id = u.id
