-- The frames of the first of these events, as many as fit and at least one; null for one that is not kept.
-- takes: event_ids, bytes_max
-- gives: frame?
SELECT f.frame
  FROM (
    SELECT u.ordinal, sum(coalesce(octet_length(e.frame), 0)) OVER (ORDER BY u.ordinal) AS bytes, e.frame
      FROM unnest($1::text[]) WITH ORDINALITY AS u (id, ordinal) LEFT JOIN event e ON e.id = u.id
  ) f
 WHERE f.ordinal = 1 OR f.bytes <= $2 ORDER BY f.ordinal
