-- Gives an export back whose attempt has failed. It waits until its pause is over.
-- takes: id, attempt, pause_seconds_min, pause_seconds_max
UPDATE account_export
   SET state = 'pending', leased_until = now() + least($4, $3 * power(2, attempt - 1)) * interval '1 second'
 WHERE id = $1 AND attempt = $2 AND state = 'running'
