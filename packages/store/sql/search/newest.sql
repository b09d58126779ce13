-- Also the last thing that was looked at, if any follow. OFFSET 0 lets the planner look things up one by one.
-- takes: user_id, words string, kind?, agent_id?, at Date | 'infinity', entry_id, limit, looked_at_max
-- gives: entryId?, last_at?, last_id?
WITH near AS MATERIALIZED (
  SELECT e.id, e.at, e.kind, e.agent_id, e.words FROM search_entry e
   WHERE e.user_id = $1 AND (e.at, e.id) < ($5::timestamptz, $6::text) ORDER BY e.at DESC, e.id DESC LIMIT $8
), hit AS (
  SELECT e.id AS "entryId", x.*
    FROM (
      SELECT * FROM near e
       WHERE e.words @@ $2::tsquery AND ($3::text IS NULL OR e.kind = $3)
         AND ($4::text IS NULL OR e.agent_id = $4)
       ORDER BY e.at DESC, e.id DESC OFFSET 0
    ) e
   CROSS JOIN LATERAL (SELECT * FROM searched s WHERE s.id = e.id AND s.user_id = $1 OFFSET 0) x
   ORDER BY e.at DESC, e.id DESC LIMIT $7
), border AS (
  SELECT max(at) AS last_at, max(id) AS last_id
    FROM (SELECT at, id FROM near ORDER BY at, id
           LIMIT CASE WHEN (SELECT count(*) FROM near) = $8 THEN 1 ELSE 0 END) e
)
SELECT hit.*, border.last_at, border.last_id FROM border LEFT JOIN hit ON true
 ORDER BY hit.at DESC, hit."entryId" DESC
