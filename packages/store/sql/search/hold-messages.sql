-- Holds messages against removal, so that no entry outlives its message, but for those that another holds.
-- takes: ids
SELECT id FROM message WHERE id = ANY ($1::text[]) ORDER BY id FOR KEY SHARE SKIP LOCKED
