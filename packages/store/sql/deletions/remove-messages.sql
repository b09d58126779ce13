DELETE FROM message WHERE id = ANY ($1::text[])
