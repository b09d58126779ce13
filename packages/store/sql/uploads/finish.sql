-- takes: ids, byte_lengths
UPDATE upload u SET ready_at = now(), byte_length = f.byte_length
  FROM unnest($1::text[], $2::int[]) AS f (id, byte_length)
 WHERE u.id = f.id AND u.ready_at IS NULL AND u.ended_at IS NULL
RETURNING u.id
