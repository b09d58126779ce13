-- Says of messages that they grow or were cut off. Passes over those that are gone, or that another process is
-- removing. A text is null where nothing has come to it; a statement that comes late makes none shorter.
-- takes: message_ids, texts (string | null)[], are_cut
WITH locked AS MATERIALIZED (
  SELECT s.message_id, g.text, g.is_cut
    FROM message_stream s
    JOIN unnest($1::text[], $2::text[], $3::boolean[]) AS g (message_id, text, is_cut)
      ON g.message_id = s.message_id
     FOR NO KEY UPDATE OF s SKIP LOCKED
)
UPDATE message_stream s
   SET seen_at = now(), is_cut = l.is_cut,
       text = CASE WHEN length(l.text) < length(s.text) THEN s.text ELSE coalesce(l.text, s.text) END
  FROM locked l WHERE s.message_id = l.message_id
