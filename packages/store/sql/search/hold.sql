-- Against removal, so that no entry outlives its message or its task, but for those that another holds.
WITH tasks AS (
  SELECT id FROM task WHERE id = ANY ($1::text[]) ORDER BY id FOR KEY SHARE SKIP LOCKED
), messages AS (
  SELECT id FROM message WHERE id = ANY ($1::text[]) ORDER BY id FOR KEY SHARE SKIP LOCKED
)
SELECT id FROM tasks UNION ALL SELECT id FROM messages
