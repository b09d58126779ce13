-- How many uploads wait that a user, or an agent, has sent, up to a number.
-- takes: owner_id, max
SELECT count(*)::int AS used FROM (
  SELECT FROM upload WHERE user_id = $1 AND agent_id IS NULL
  UNION ALL SELECT FROM agent a JOIN upload u ON u.user_id = a.owner_id AND u.agent_id = a.id WHERE a.id = $1
  LIMIT $2
) known
