-- takes: id, owner_id, agent_name?, has_webhook_url, webhook_url?, push_triggers_to_webhook?, features?
UPDATE agent
   SET agent_name = coalesce($3, agent_name), webhook_url = CASE WHEN $4 THEN $5 ELSE webhook_url END,
       push_triggers_to_webhook = coalesce($6, push_triggers_to_webhook),
       features = coalesce($7::text[], features),
       status = 'active', status_reason = NULL, consecutive_failures = 0
 WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL
