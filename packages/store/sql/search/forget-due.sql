-- takes: numbers
DELETE FROM search_due WHERE no = ANY ($1::bigint[])
