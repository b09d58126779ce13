-- Lets exports fail that had so many attempts.
-- takes: attempts, kept_hours
UPDATE account_export SET state = 'failed', expires_at = now() + $2::int * interval '1 hour'
 WHERE state IN ('pending', 'running') AND (leased_until IS NULL OR leased_until < now()) AND attempt >= $1
