-- Holds tasks against removal, so that no entry outlives its task, but for those that another holds.
-- takes: ids
SELECT id FROM task WHERE id = ANY ($1::text[]) ORDER BY id FOR KEY SHARE SKIP LOCKED
