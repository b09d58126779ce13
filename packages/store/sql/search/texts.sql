SELECT * FROM searched WHERE id = ANY ($1::text[])
