-- What messages and tasks say.
-- takes: ids
SELECT * FROM searched WHERE id = ANY ($1::text[])
