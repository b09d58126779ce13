-- Gives a key back whose call was refused.
-- takes: id
DELETE FROM idempotency_key WHERE id = $1
