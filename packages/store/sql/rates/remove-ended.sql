-- Removes counts whose window is over. Locked ones are passed over.
-- takes: max
DELETE FROM rate_count USING (
  SELECT subject FROM rate_count WHERE ends_at < now() ORDER BY ends_at LIMIT $1 FOR UPDATE SKIP LOCKED
) AS ended WHERE rate_count.subject = ended.subject RETURNING rate_count.subject
