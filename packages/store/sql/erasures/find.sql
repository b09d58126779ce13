SELECT e.requested_at, e.finished_at,
       (SELECT count(*)::int FROM (
          SELECT 1 FROM agent a WHERE a.owner_id = e.user_id LIMIT 10000) x) AS agents,
       (SELECT count(*)::int FROM (
          SELECT 1 FROM message m WHERE m.conversation_id = e.conversation_id LIMIT 10000) x) AS messages,
       (SELECT count(*)::int FROM (
          SELECT 1 FROM agent a JOIN media m ON m.agent_id = a.id WHERE a.owner_id = e.user_id
          UNION ALL SELECT 1 FROM media m WHERE m.conversation_id = e.conversation_id
          UNION ALL SELECT 1 FROM upload u WHERE u.user_id = e.user_id LIMIT 10000) x) AS files
  FROM erasure e WHERE e.id = $1
