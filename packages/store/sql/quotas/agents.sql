-- How many agents a user has, up to a number.
-- takes: owner_id, max
SELECT count(*)::int AS used FROM (
  SELECT FROM agent WHERE owner_id = $1 AND deleted_at IS NULL LIMIT $2
) known
