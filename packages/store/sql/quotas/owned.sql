-- How many agents or rules each user, or tasks each agent, has, up to a number.
-- takes: owner_ids, max, quota QuotaName
SELECT (SELECT count(*)::int FROM (
  SELECT FROM agent WHERE $3 = 'agents_per_user' AND owner_id = o.id AND deleted_at IS NULL
  UNION ALL SELECT FROM task WHERE $3 = 'tasks_per_agent' AND agent_id = o.id AND deleted_at IS NULL
  UNION ALL SELECT FROM standing_rule WHERE $3 = 'rules_per_user' AND user_id = o.id LIMIT $2
) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
