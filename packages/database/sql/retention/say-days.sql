-- Keeps for how many days schedulers keep things.
-- takes: days
UPDATE installation SET retention_days = $1::jsonb WHERE retention_days IS DISTINCT FROM $1::jsonb
