-- Holds messages against removal, so that no entry outlives its message.
-- takes: ids
SELECT FROM message WHERE id = ANY ($1::text[]) ORDER BY id FOR KEY SHARE
