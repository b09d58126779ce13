-- takes: agent_id, ids, max
SELECT count(*)::int AS pending FROM (
  SELECT 1 FROM waiting_up_to w
    JOIN event e ON e.agent_id = w.agent_id AND e.type = w.type AND e.state = 'open' AND e.push_no > w.push_no
   WHERE w.agent_id = $1 AND e.id <> ALL ($2::text[]) LIMIT $3
) p
