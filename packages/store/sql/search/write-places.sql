-- Writes how far the messages of conversations have entries.
-- takes: conversation_ids, indexed_until, left_before (Date | null)[]
INSERT INTO search_place (conversation_id, indexed_until, left_before)
SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[])
    ON CONFLICT (conversation_id) DO UPDATE
   SET indexed_until = excluded.indexed_until, left_before = excluded.left_before
