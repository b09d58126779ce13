-- These things have no words any more.
-- takes: ids
DELETE FROM search_entry WHERE id = ANY ($1::text[])
