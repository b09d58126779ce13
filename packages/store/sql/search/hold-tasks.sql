-- Holds tasks against removal, so that no entry outlives its task.
-- takes: ids
SELECT FROM task WHERE id = ANY ($1::text[]) ORDER BY id FOR KEY SHARE
