-- Things whose words are new, the longest ago first.
-- takes: limit
SELECT no, id FROM search_due ORDER BY no LIMIT $1
