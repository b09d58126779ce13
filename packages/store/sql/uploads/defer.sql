-- Puts files that could not be removed behind all others that are due.
-- takes: ids
UPDATE media SET expired_at = now() WHERE id = ANY ($1::text[])
