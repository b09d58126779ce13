-- The next moment behind now and up to a time at which something is due.
-- takes: until
-- gives: at? Date
SELECT min(at) AS at FROM due_moment WHERE at > now() AND at <= $1
