-- Lets a replay rest whose step failed.
-- takes: id, wait_ms
UPDATE replay SET next_step_at = now() + $2::int * interval '1 millisecond'
 WHERE id = $1 AND next_step_at IS NOT NULL
