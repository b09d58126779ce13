SELECT count(*)::int AS open FROM webhook_breaker b JOIN agent a ON a.id = b.agent_id
 WHERE b.state = 'open' AND a.status = 'error'
