-- Lets a deletion rest for some seconds, so that others of its kind come first.
-- takes: id, seconds
WITH conversations AS (
  UPDATE conversation SET deleted_at = now() + $2::int * interval '1 second'
   WHERE id = $1 AND deleted_at IS NOT NULL
), tasks AS (
  UPDATE task SET deleted_at = now() + $2::int * interval '1 second' WHERE id = $1 AND deleted_at IS NOT NULL
), agents AS (
  UPDATE agent SET deleted_at = now() + $2::int * interval '1 second' WHERE id = $1 AND deleted_at IS NOT NULL
)
UPDATE "user" SET deleted_at = now() + $2::int * interval '1 second' WHERE id = $1 AND deleted_at IS NOT NULL
