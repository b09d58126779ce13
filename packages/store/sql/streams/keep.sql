-- Keeps text of messages that grow. Passes over those that are gone, or that another process is removing. A
-- piece that comes again may have grown, since it is not known whether the first try was committed.
-- takes: message_ids, offsets, texts, seen_ids, cut_ids
WITH locked AS MATERIALIZED (
  SELECT s.message_id FROM message_stream s
   WHERE s.message_id = ANY ($4::text[]) FOR NO KEY UPDATE SKIP LOCKED
), seen AS (
  UPDATE message_stream s SET seen_at = now(), is_cut = s.message_id = ANY ($5::text[])
    FROM locked h WHERE s.message_id = h.message_id
)
INSERT INTO message_stream_piece AS p (message_id, at, text)
SELECT g.message_id, g.at, g.text
  FROM unnest($1::text[], $2::int[], $3::text[]) AS g (message_id, at, text)
  JOIN locked h ON h.message_id = g.message_id
ON CONFLICT (message_id, at) DO UPDATE SET text = excluded.text
