-- Those of each agent are read from its own part of an index: a user with few does not read past others'.
-- takes: user_id, agent_id?, status?, cursor?, limit
SELECT d.*, a.owner_id AS "userId"
  FROM agent a CROSS JOIN LATERAL (
         (SELECT n.id FROM decision n
           WHERE $3::text IS NULL AND n.agent_id = a.id AND ($4::text IS NULL OR n.id < $4)
           ORDER BY n.id DESC LIMIT $5)
         UNION ALL
         (SELECT n.id FROM decision n
           WHERE n.agent_id = a.id AND n.status = $3 AND ($4::text IS NULL OR n.id < $4)
           ORDER BY n.id DESC LIMIT $5)
       ) newest CROSS JOIN LATERAL (SELECT * FROM decision_record WHERE "decisionId" = newest.id OFFSET 0) d
 WHERE a.owner_id = $1 AND a.deleted_at IS NULL AND ($2::text IS NULL OR a.id = $2)
 ORDER BY newest.id DESC LIMIT $5
