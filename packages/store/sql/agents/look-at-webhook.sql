UPDATE agent_counter c SET next_due_at = date_trunc('milliseconds', now())
  FROM agent a WHERE a.id = $1 AND c.agent_id = a.id AND a.webhook_url IS NOT NULL
