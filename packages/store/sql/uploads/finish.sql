-- takes: ids, byte_lengths
UPDATE media m SET ready_at = now(), byte_length = f.byte_length
  FROM unnest($1::text[], $2::int[]) AS f (id, byte_length)
 WHERE m.id = f.id AND m.ready_at IS NULL AND m.expired_at IS NULL
RETURNING m.id
