-- takes: until
-- gives: at? Date
SELECT min(at) AS at FROM due_moment WHERE at > now() AND at <= $1
