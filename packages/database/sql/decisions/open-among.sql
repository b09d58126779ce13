-- Those of the requests that have not ended.
-- takes: ids
SELECT id FROM decision WHERE id = ANY ($1::text[]) AND status = 'pending'
