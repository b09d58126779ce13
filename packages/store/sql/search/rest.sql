-- What fits behind a position in a user's list. The user is compared in an expression, so that the index of
-- words is read, and not all of the user's entries. As in search/newest, things are looked up one by one.
-- takes: user_id, words string, kind?, agent_id?, at, entry_id, limit
SELECT e.id AS "entryId", x.*
  FROM (
    SELECT e.id, e.at FROM search_entry e
     WHERE e.words @@ $2::tsquery AND ($3::text IS NULL OR e.kind = $3)
       AND ($4::text IS NULL OR e.agent_id = $4) AND e.user_id || '' = $1
       AND (e.at, e.id) < ($5::timestamptz, $6::text)
     ORDER BY e.at DESC, e.id DESC OFFSET 0
  ) e
 CROSS JOIN LATERAL (SELECT * FROM searched s WHERE s.id = e.id AND s.user_id = $1 OFFSET 0) x
 ORDER BY e.at DESC, e.id DESC LIMIT $7
