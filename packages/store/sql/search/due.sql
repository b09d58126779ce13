SELECT no, id FROM search_due ORDER BY no LIMIT $1
