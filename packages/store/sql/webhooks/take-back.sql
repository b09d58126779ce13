-- Ends an attempt that could not be made. The number of attempts only grows, so the round begins later.
-- takes: event_id, delivery_id, attempt, round_start, error
WITH taken_back AS (
  UPDATE event SET round_start = round_start + 1
   WHERE id = $1 AND attempt = $3 AND round_start = $4 AND state = 'open'
)
UPDATE delivery_attempt SET outcome = 'http_error', error = $5, duration_ms = 0
 WHERE event_id = $1 AND id = $2
