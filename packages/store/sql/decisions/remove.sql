DELETE FROM decision WHERE id = ANY ($1::text[])
