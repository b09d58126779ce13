-- Tasks and requests whose words have changed, the longest ago first.
-- takes: limit
SELECT no, id FROM search_due ORDER BY no LIMIT $1
